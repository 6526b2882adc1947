import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '#accounts/web/index.ts'
import { createComment, type ModeratedComment } from '#comments/contract/comments.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { CommentForm } from './comment-form.tsx'
import { fullNameOfWriter, nameOfComment } from './comment-text.ts'

/** Answers a comment from the list. */
export const RowReply = ({ comment }: { readonly comment: ModeratedComment }) => {
  const [isOpen, setIsOpen] = useState(false)
  const [sentId, setSentId] = useState<string | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  const viewerId = useCurrentUser()?._id ?? null
  const { _id: parentId, postId } = comment
  const close = () => {
    flushSync(() => setIsOpen(false))
    button.current?.focus()
  }
  const send = async (content: string, requestKey: string) => {
    const { _id } = await browserApi(createComment, { body: { content, postId, parentId, requestKey } })
    setSentId(_id)
    close()
  }
  return (
    <>
      <Button
        ref={button}
        aria-expanded={isOpen}
        aria-label={`Reply to ${nameOfComment(comment, fullNameOfWriter)}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        Reply
      </Button>
      <p role="status" className="text-small empty:hidden">
        {sentId === null ? null : (
          <>
            <span>Your reply was added.</span>{' '}
            <a href={`/post/${comment.post.slug}#comment-${sentId}`} className="link link-target">
              See it
            </a>
          </>
        )}
      </p>
      {isOpen ? (
        <div className="row-reply">
          <CommentForm postId={postId} repliedTo={comment} userId={viewerId} failed={null} takesFocus onSubmit={send} onEscape={close} />
        </div>
      ) : null}
    </>
  )
}
