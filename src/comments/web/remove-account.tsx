import { useState } from 'react'
import { type AccountTraces, getTraces, removeTraces } from '#comments/contract/removals.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Dialog } from '#ui/components/dialog.tsx'

/** Where the removal can be undone. */
const REMOVALS = '/dashboard?tab=comments#removals'

const count = (number: number, one: string, many: string) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

const Traces = ({ traces }: { readonly traces: AccountTraces }) => (
  <>
    <ul className="list-disc pl-5">
      <li>
        {count(traces.comments, 'comment', 'comments')}
        {traces.replies === 0 ? null : `, of which ${count(traces.replies, 'reply', 'replies')}`}
      </li>
      <li>{count(traces.hearts, 'heart', 'hearts')}</li>
      <li>{count(traces.mails, 'mail that waits', 'mails that wait')}</li>
      <li>{traces.isDisabled ? 'The account is disabled already' : 'The account is disabled: it can no longer sign in'}</li>
    </ul>
    {traces.newest.map((text, index) => (
      <blockquote key={`${index} ${text}`} dir="auto" className="line-clamp-2 border-s-2 border-line-strong ps-2 text-small wrap-anywhere">
        {text}
      </blockquote>
    ))}
    <p className="text-small text-ink-soft">You can undo this for a day, under Comments. Mails that waited are not sent then.</p>
  </>
)

interface RemoveAccountProps {
  readonly user: { readonly _id: string; readonly username: string }
}

/** Removes all comments and hearts of an account, and disables it, after showing what goes. */
export const RemoveAccount = ({ user: { _id: userId, username } }: RemoveAccountProps) => {
  const [traces, setTraces] = useState<AccountTraces | null>(null)
  const opening = useAction()
  const removing = useAction()
  const params = { userId }
  const remove = async () => {
    await browserApi(removeTraces, { params })
    // Every list on the page may show something of this account.
    location.assign(REMOVALS)
    if (location.pathname + location.search === REMOVALS.replace(/#.*$/, '')) location.reload()
  }
  return (
    <>
      <button
        type="button"
        className="text-button quiet-danger"
        aria-disabled={opening.isBusy || undefined}
        onClick={() => void opening.run(async () => setTraces(await browserApi(getTraces, { params })))}
      >
        Remove everything of @{username}
      </button>
      {opening.error === null ? null : <Alert>{opening.error}</Alert>}
      {traces === null ? null : (
        <Dialog
          open
          title={`Remove everything of @${username}?`}
          confirmLabel="Remove everything"
          cancelLabel="Cancel"
          busy={removing.isBusy}
          error={removing.error}
          onConfirm={() => void removing.run(remove)}
          onCancel={() => setTraces(null)}
        >
          <Traces traces={traces} />
        </Dialog>
      )}
    </>
  )
}
