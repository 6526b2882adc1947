import type { FormEvent } from 'react'
import { Button } from '#web/ui/button.tsx'

interface ShowMoreProps {
  readonly busy: boolean
  /** Address of the next page, for browsers without scripts. */
  readonly href: string
  readonly onShowMore: () => void
}

/** 'Show More' as a form that opens the next page, until its island adds that page to this one. */
export const ShowMore = ({ busy, href, onShowMore }: ShowMoreProps) => {
  const { pathname, searchParams, hash } = new URL(href, 'http://blog.invalid')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onShowMore()
  }
  return (
    <form action={pathname + hash} onSubmit={submit}>
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" busy={busy}>
        Show More
      </Button>
    </form>
  )
}
