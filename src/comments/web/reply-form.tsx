import { useRef } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { useFailedForm } from '#site/web/index.ts'
import { firstWords, nameOfWriter } from './comment-text.ts'
import { CommentForm } from './comment-form.tsx'

interface ReplyFormProps {
  readonly comment: Comment
  readonly viewerId: string | null
  /** Resolves to the reply once it is in the document. */
  readonly onReply: (content: string, requestKey: string) => Promise<Comment>
}

/** Also opens without scripts and before hydration. */
export const ReplyForm = ({ comment, viewerId, onReply }: ReplyFormProps) => {
  const failed = useFailedForm('comment')
  const failedHere = failed?.values['parentId'] === comment._id ? failed : null
  const details = useRef<HTMLDetailsElement>(null)
  const isOpenedHere = useRef(false)

  const setOpen = (isOpen: boolean) => {
    if (details.current) details.current.open = isOpen
  }
  const focusText = () => {
    if (isOpenedHere.current && details.current?.open) details.current.querySelector('textarea')?.focus()
    isOpenedHere.current = false
  }
  const close = () => {
    setOpen(false)
    details.current?.querySelector('summary')?.focus()
  }
  const send = async (content: string, requestKey: string) => {
    const reply = await onReply(content, requestKey)
    setOpen(false)
    document.getElementById(`comment-${reply._id}`)?.focus()
    return reply
  }

  return (
    <details ref={details} open={failedHere !== null} className="reply" onToggle={focusText}>
      <summary
        className="text-button"
        aria-label={`Reply to ${nameOfWriter(comment)}: ${firstWords(comment.content)}`}
        onClick={() => (isOpenedHere.current = true)}
      >
        Reply
      </summary>
      <CommentForm
        postId={comment.postId}
        repliedTo={comment}
        userId={viewerId}
        failed={failedHere}
        onSubmit={send}
        onDraft={() => setOpen(true)}
        onEscape={close}
      />
    </details>
  )
}
