import { useState } from 'react'
import type { ModeratedComment } from '#contract/endpoints/comments.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

interface CommentModerationProps {
  readonly comment: ModeratedComment
  /** Told when the list is another one now. */
  readonly onModerated: () => Promise<void>
}

const countText = (count: number) => (count === 1 ? 'Reported once' : `Reported ${count} times`)

/** What an admin has to decide about a comment: one that waits, or that readers have reported. Nothing for all others. */
export const CommentModeration = ({ comment, onModerated }: CommentModerationProps) => {
  const [failure, setFailure] = useState<string | null>(null)
  const params = { commentId: comment._id }
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      await onModerated()
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
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
          <Button onClick={() => void attempt(() => browserApi('DELETE /api/comment/reports/:commentId', { params }))}>
            Dismiss reports
          </Button>
        </>
      ) : null}
      {comment.pending === true ? (
        <>
          <p className="text-small font-semibold text-warn">Waiting for approval</p>
          <Button onClick={() => void attempt(() => browserApi('PUT /api/comment/approve/:commentId', { params }))}>Approve</Button>
        </>
      ) : null}
      {failure === null ? null : <Alert>{failure}</Alert>}
    </div>
  )
}
