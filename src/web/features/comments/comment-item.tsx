import Heart from 'lucide-react/icons/heart'
import UserRound from 'lucide-react/icons/user-round'
import { type FormEvent, useRef, useState } from 'react'
import type { Comment } from '#contract/endpoints/comments.ts'
import { mayDeleteComment, mayEditComment, mayReportComment, type Viewer } from '#contract/permissions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { UserAvatar } from '#web/features/user-avatar.tsx'
import { readCommentDraft } from './comment-drafts.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentTime } from './comment-time.tsx'
import { isLikedBy } from './comments-state.ts'
import { likesText, nameOfWriter } from './comment-text.ts'
import { ReportComment } from './report-comment.tsx'
import type { CommentActions } from './use-comments.ts'

interface CommentItemProps {
  readonly comment: Comment
  readonly viewer: Viewer | null
  readonly nowMs: number | null
  readonly actions: CommentActions
  readonly onAskDelete: (comment: Comment) => void
}

const LikeButton = ({ comment, viewer, onLike }: Pick<CommentItemProps, 'comment' | 'viewer'> & { readonly onLike: () => void }) => {
  const liked = isLikedBy(comment, viewer?.id ?? null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onLike()
  }
  return (
    <form method="post" onSubmit={submit}>
      <input type="hidden" name="form" value="like" />
      <input type="hidden" name="commentId" value={comment._id} />
      <button type="submit" aria-pressed={liked} className={liked ? 'text-button text-heart' : 'text-button'}>
        <Heart aria-hidden="true" size={18} fill={liked ? 'currentColor' : 'none'} />
        <span className="sr-only">Like this comment</span>
        {likesText(comment.numberOfLikes)}
      </button>
    </form>
  )
}

const Face = ({ comment }: Pick<CommentItemProps, 'comment'>) =>
  comment.user ? (
    <UserAvatar src={comment.user.profilePicture} />
  ) : (
    <span aria-hidden="true" className="avatar grid size-11 place-items-center text-ink-soft">
      <UserRound size={22} />
    </span>
  )

/** One comment: read mode with its like, Edit and Delete, or edit mode. */
export const CommentItem = ({ comment, viewer, nowMs, actions, onAskDelete }: CommentItemProps) => {
  const [mode, setMode] = useState<'asKept' | 'reading' | 'editing'>('asKept')
  const [failure, setFailure] = useState<string | null>(null)
  const comingBack = useRef(false)
  const mayEdit = mayEditComment(viewer, comment)
  const wasInterrupted = () => mode === 'asKept' && readCommentDraft({ commentId: comment._id }) !== ''
  const editing = mayEdit && (mode === 'editing' || wasInterrupted())

  const stopEditing = () => {
    comingBack.current = true
    setMode('reading')
  }
  const focusAfterEdit = (button: HTMLButtonElement | null) => {
    if (button === null || !comingBack.current) return
    comingBack.current = false
    button.focus()
  }

  return (
    <li id={`comment-${comment._id}`} className="comment">
      <Face comment={comment} />
      <div>
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold wrap-anywhere">{nameOfWriter(comment)}</span>
          <CommentTime createdAt={comment.createdAt} nowMs={nowMs} />
        </p>
        {editing ? (
          <CommentEditor comment={comment} onSave={(content) => actions.edit(comment, content)} onClose={stopEditing} />
        ) : (
          <>
            <p className="whitespace-pre-line wrap-anywhere">{comment.content}</p>
            {comment.pending === true ? <p className="text-small font-semibold text-warn">waiting for approval</p> : null}
            <div className="no-print comment-actions">
              <LikeButton comment={comment} viewer={viewer} onLike={() => void actions.toggleLike(comment).then(setFailure)} />
              {mayEdit ? (
                <button ref={focusAfterEdit} type="button" className="text-button" onClick={() => setMode('editing')}>
                  Edit
                </button>
              ) : null}
              {mayDeleteComment(viewer, comment) ? (
                <button type="button" className="text-button text-danger" onClick={() => onAskDelete(comment)}>
                  Delete
                </button>
              ) : null}
              {mayReportComment(viewer, comment) ? <ReportComment onReport={(reason) => actions.report(comment, reason)} /> : null}
            </div>
            {failure ? <Alert className="mt-2">{failure}</Alert> : null}
          </>
        )}
      </div>
    </li>
  )
}
