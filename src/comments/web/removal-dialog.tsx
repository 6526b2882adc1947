import { type AccountTraces, removeTraces } from '#comments/contract/removals.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'

/** Where the removal can be undone. */
const REMOVALS = '/dashboard?tab=comments#removals'

const count = (number: number, one: string, many: string) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`

const Traces = ({ traces }: { readonly traces: AccountTraces }) => (
  <>
    <ul className="list-disc pl-5">
      <li>
        {count(traces.comments, 'comment', 'comments')}
        <span>{traces.replies === 0 ? '' : `, of which ${count(traces.replies, 'reply', 'replies')}`}</span>
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
    <p className="text-small text-ink-soft">You can undo this for a day, under Comments. Mails that were waiting are not sent even then.</p>
  </>
)

interface RemovalDialogProps {
  readonly traces: AccountTraces
  readonly onCancel: () => void
}

/** Shows what goes, and removes it. Open while mounted. */
export const RemovalDialog = ({ traces, onCancel }: RemovalDialogProps) => {
  const { run, isBusy, error } = useAction()
  const { _id: userId, username } = traces.user
  const remove = async () => {
    await browserApi(removeTraces, { params: { userId } })
    // Every list on the page may show something of this account.
    location.assign(REMOVALS)
    if (location.search === '?tab=comments') location.reload()
  }
  return (
    <Dialog
      open
      title={`Remove everything of @${username}?`}
      confirmLabel="Remove everything"
      cancelLabel="Cancel"
      busy={isBusy}
      error={error}
      onConfirm={() => void run(remove)}
      onCancel={onCancel}
    >
      <Traces traces={traces} />
    </Dialog>
  )
}
