import { useRef, useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { type RemovedAccount, restoreUserContent } from '#comments/contract/removals.endpoints.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'

/** Where a removal can be undone. */
const REMOVALS_PATH = '/dashboard?tab=comments#removals'

/** Every list on the page may show something of the account. */
export function showRemovals(): void {
  location.assign(REMOVALS_PATH)
  if (location.search === '?tab=comments') location.reload()
}

interface RemovalsProps {
  readonly removals: readonly RemovedAccount[]
  readonly onBack: () => void
}

const Row = ({ removal: { user, comments, endsAt }, onBack }: Pick<RemovalsProps, 'onBack'> & { readonly removal: RemovedAccount }) => {
  const { run, isBusy, error } = useAction()
  const [isBack, setIsBack] = useState(false)
  const notice = useRef<HTMLSpanElement>(null)
  const bringBack = async () => {
    await browserApi(restoreUserContent, { params: { userId: user._id } })
    changeAndFocus(
      () => setIsBack(true),
      () => notice.current,
    )
    onBack()
  }
  return (
    <li className="row gap-y-2 border-b border-line py-3 last:border-b-0">
      <span className="wrap-anywhere">{`${fullNameOfUser(user)}, ${plural(comments, 'one comment', 'comments')}`}</span>
      <span ref={notice} role="status" tabIndex={-1} className="text-calm outline-none empty:-ms-4">
        {isBack ? 'Everything is back.' : null}
      </span>
      {isBack ? null : (
        <>
          <span className="text-small text-ink-soft">
            until <LocalTime at={endsAt} className="wrap-normal" />
          </span>
          <Button data-undo="" busy={isBusy} aria-label={`Bring back everything of @${user.username}`} onClick={() => void run(bringBack)}>
            Undo
          </Button>
        </>
      )}
      {error === null ? null : <Alert>{error}</Alert>}
    </li>
  )
}

/** Accounts of which everything was removed within a day; renders nothing if there are none. */
export const Removals = ({ removals, onBack }: RemovalsProps) =>
  removals.length === 0 ? null : (
    <Card as="section" id="removals" tabIndex={-1} aria-labelledby="removals-title" className="stack gap-2">
      <h2 id="removals-title" className="text-h3">
        Removed with everything they wrote
      </h2>
      <ul>
        {removals.map((removal) => (
          <Row key={removal.user._id} removal={removal} onBack={onBack} />
        ))}
      </ul>
    </Card>
  )
