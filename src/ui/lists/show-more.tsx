import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage } from '#ui/forms/form.tsx'

interface ShowMoreProps {
  readonly form: Form
  /** URL of the next page, for browsers without scripts. */
  readonly href: string
}

/** 'Show More' as a form that opens the next page, until its island adds that page to this one. */
export const ShowMore = ({ form, href }: ShowMoreProps) => {
  const { pathname, searchParams, hash } = new URL(href, 'http://blog.invalid')
  return (
    <form action={pathname + hash} className="grid justify-items-center gap-4" {...form.props} method="get">
      {[...searchParams].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <FormMessage form={form} />
      <Button type="submit" busy={form.isPending}>
        Show More
      </Button>
    </form>
  )
}
