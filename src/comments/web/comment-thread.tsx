import { CommentItem, type CommentItemProps } from './comment-item.tsx'
import type { Thread } from './comment-threads.ts'

interface CommentThreadProps extends Omit<CommentItemProps, 'comment' | 'replies'> {
  readonly thread: Thread
  /** URL of the page with newer comments; null if there is none. */
  readonly newerHref: string | null
}

const PLACES = {
  deleted: 'This comment was deleted.',
  pending: 'This comment is waiting for approval.',
  otherPage: 'The beginning of this conversation is on another page.',
}

/** A comment, or a placeholder for a missing one, with its replies. */
export const CommentThread = ({ thread: { id, comment, missing, replies }, newerHref, ...rest }: CommentThreadProps) => {
  const list =
    replies.length === 0 ? null : (
      <ol className="replies" aria-label="Replies">
        {replies.map((reply) => (
          <CommentItem key={reply._id} comment={reply} {...rest} />
        ))}
      </ol>
    )
  if (comment !== null) return <CommentItem comment={comment} replies={list} {...rest} />
  return (
    <li id={`comment-${id}`} className="comment">
      <p className="comment-place">
        {missing === 'otherPage' && newerHref !== null ? (
          <a href={`${newerHref}#comment-${id}`} className="link link-target">
            {PLACES.otherPage}
          </a>
        ) : (
          PLACES[missing ?? 'otherPage']
        )}
      </p>
      {list}
    </li>
  )
}
