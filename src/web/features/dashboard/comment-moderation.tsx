import type { ModeratedComment } from '#contract/endpoints/comments.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { useAction } from '#web/features/use-action.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { TableAct } from './dashboard-table.tsx'

interface CommentModerationProps {
  readonly comment: ModeratedComment
  /** Shows the list as it is afterwards. */
  readonly act: TableAct
}

const countText = (count: number) => (count === 1 ? 'Reported once' : `Reported ${count} times`)

/** What an admin has to decide about a comment: one that is pending, or that readers have reported. Nothing for all others. */
export const CommentModeration = ({ comment, act }: CommentModerationProps) => {
  const { run, isBusy, error } = useAction()
  const params = { commentId: comment._id }
  const dismiss = () => act(() => browserApi('DELETE /api/comment/reports/:commentId', { params }))
  const approve = () => act(() => browserApi('PUT /api/comment/approve/:commentId', { params }))
  const reasons = comment.reports.filter((reason) => reason !== '')
  if (comment.pending !== true && comment.reports.length === 0) return null
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      {comment.reports.length > 0 ? (
        <>
          <p className="text-small font-semibold text-danger">{countText(comment.reports.length)}</p>
          {reasons.length > 0 ? (
            <ul className="list-disc pl-5 text-small wrap-anywhere text-ink-soft">
              {reasons.map((reason, index) => (
                <li key={`${index} ${reason}`}>{reason}</li>
              ))}
            </ul>
          ) : null}
          <Button busy={isBusy} onClick={() => void run(dismiss)}>
            Dismiss reports
          </Button>
        </>
      ) : null}
      {comment.pending === true ? (
        <>
          <p className="text-small font-semibold text-warn">Waiting for approval</p>
          <Button busy={isBusy} onClick={() => void run(approve)}>
            Approve
          </Button>
        </>
      ) : null}
      {error === null ? null : <Alert>{error}</Alert>}
    </div>
  )
}
