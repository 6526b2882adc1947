import { useState } from 'react'
import { disableUser, type PendingDeletion } from '#accounts/contract/users.endpoints.ts'
import { fullNameOfUser } from '#accounts/contract/name-of-user.ts'
import { LocalTime } from '#site/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'

const Row = ({ deletion: { user, by, endsAt } }: { readonly deletion: PendingDeletion }) => {
  const { run, isBusy, error } = useAction()
  const [isKept, setIsKept] = useState(false)
  const keep = async () => {
    await browserApi(disableUser, { params: { userId: user._id }, body: { disabled: false } })
    setIsKept(true)
  }
  return (
    <li className="row gap-y-2 py-2">
      <span className="wrap-anywhere">{`${fullNameOfUser(user)} was deleted${by === null ? '' : ` by @${by.username}`}.`}</span>
      {isKept ? (
        <span role="status" className="text-calm">
          The account is kept.
        </span>
      ) : (
        <>
          <span className="text-small text-ink-soft">
            Until <LocalTime at={endsAt} className="wrap-normal" /> it can be kept.
          </span>
          <Button busy={isBusy} aria-label={`Keep the account of @${user.username}`} onClick={() => void run(keep)}>
            Keep the account
          </Button>
        </>
      )}
      {error === null ? null : <Alert>{error}</Alert>}
    </li>
  )
}

/** Admins whom another one deleted within a day; renders nothing if there are none. */
export const PendingDeletions = ({ deletions }: { readonly deletions: readonly PendingDeletion[] }) =>
  deletions.length === 0 ? null : (
    <Card as="section" aria-labelledby="deletions-title" className="stack gap-2">
      <h2 id="deletions-title" className="text-h3 text-danger">
        An admin was deleted
      </h2>
      <ul>
        {deletions.map((deletion) => (
          <Row key={deletion.user._id} deletion={deletion} />
        ))}
      </ul>
    </Card>
  )
