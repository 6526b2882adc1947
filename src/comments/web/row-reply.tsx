import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useCurrentUser } from '#accounts/web/index.ts'
import { createComment, type ModeratedComment } from '#comments/contract/comments.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { CommentForm } from './comment-form.tsx'
import { fullNameOfWriter, nameOfComment } from './comment-text.ts'

/** Reply to a comment in the list: a button among the actions of its row, and a form below its words. */
export const useRowReply = (comment: ModeratedComment) => {
  const [isOpen, setIsOpen] = useState(false)
  const [sentId, setSentId] = useState<string | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const viewerId = useCurrentUser()?._id ?? null
  const { _id: parentId, postId } = comment
  const close = () => {
    flushSync(() => setIsOpen(false))
    opener.current?.focus()
  }
  const send = async (content: string, requestKey: string) => {
    const reply = await browserApi(createComment, { body: { content, postId, parentId, requestKey } })
    setSentId(reply._id)
    close()
    return reply
  }
  const name = `Reply to ${nameOfComment(comment, fullNameOfWriter)}`
  const button = (
    <Button ref={opener} aria-expanded={isOpen} aria-label={name} onClick={() => setIsOpen(!isOpen)}>
      Reply
    </Button>
  )
  const form = (
    <>
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
        <div className="mt-2 grid justify-items-start gap-1 *:w-full [&>button]:w-auto">
          <CommentForm postId={postId} repliedTo={comment} userId={viewerId} failed={null} takesFocus onSubmit={send} onEscape={close} />
          <button type="button" className="text-button" onClick={close}>
            Cancel
          </button>
        </div>
      ) : null}
    </>
  )
  return { button, form }
}
