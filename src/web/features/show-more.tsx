import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useHydrated } from './use-hydrated.ts'

interface ShowMoreProps {
  readonly busy: boolean
  /** Of the next page, for readers without scripts. */
  readonly href: string
  readonly onClick: () => void
}

/** 'Show More' as a button, and as a link to the next page where no script runs. */
export const ShowMore = ({ busy, href, onClick }: ShowMoreProps) =>
  useHydrated() ? (
    <Button busy={busy} onClick={onClick}>
      Show More
    </Button>
  ) : (
    <LinkButton href={href}>Show More</LinkButton>
  )
