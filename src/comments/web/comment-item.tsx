import Heart from 'lucide-react/icons/heart'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { type Actor } from '#platform/contract/permissions.ts'
import { mayEditComment } from '#comments/contract/comment-permissions.ts'
import { useFailedForm, usePage } from '#site/web/index.ts'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { WriterAvatar } from './writer-avatar.tsx'
import { readCommentDraft } from './comment-drafts.ts'
import { CommentMenu } from './comment-menu.tsx'
import { CommentEditor } from './comment-editor.tsx'
import { CommentTime } from './comment-time.tsx'
import { isLikedBy } from './comments-state.ts'
import { likesText, nameOfComment, nameOfWriter } from './comment-text.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReportForm, useIsReported } from './report-comment.tsx'
import type { CommentActions, NewComment } from './use-comments.ts'
import { Alert } from '#ui/components/alert.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Badge } from '#ui/components/badge.tsx'

export interface CommentItemProps {
  readonly comment: Comment
  readonly viewer: Actor | null
  readonly signInHref: string
  readonly nowMs: number | null
  readonly actions: CommentActions
  readonly onAskDelete: (comment: Comment) => void
  /** Of comments that were deleted on this page. */
  readonly deletedIds: ReadonlySet<string>
  /** Rejects if it cannot be brought back. */
  readonly onUndo: (comment: Comment) => Promise<void>
  /** Null where nobody can reply. */
  readonly onReply: ((comment: NewComment) => Promise<Comment>) | null
  /** Replies to a top-level comment. */
  readonly replies?: ReactNode
}

interface LikeProps extends Pick<CommentItemProps, 'comment' | 'viewer' | 'signInHref'> {
  readonly form: Form
}

const Like = ({ comment, viewer, signInHref, form }: LikeProps) => {
  const { isMember } = usePage()
  const isLiked = isLikedBy(comment, viewer?.id ?? null)
  const likes = likesText(comment.numberOfLikes)
  const name = `Like ${nameOfComment(comment)}${likes === '' ? '' : `, ${likes}`}`
  const content = (
    <>
      <Heart aria-hidden="true" size={18} fill={isLiked ? 'currentColor' : 'none'} />
      {likes === '' ? null : <span>{likes}</span>}
    </>
  )
  if (!isMember) {
    return (
      <a href={signInHref} rel="nofollow" className="text-button" aria-label={name}>
        {content}
      </a>
    )
  }
  return (
    <form action={`#comment-${comment._id}`} {...form.props}>
      <input type="hidden" name="form" value="like" />
      <input type="hidden" name="commentId" value={comment._id} />
      <button type="submit" aria-label={name} aria-pressed={isLiked} className={isLiked ? 'text-button text-heart' : 'text-button'}>
        {content}
      </button>
    </form>
  )
}

const SIGNS = { admin: 'Admin', family: 'Family' }

/** A sign beside admins and the family; the @name beside others who show another name, which may be like one of those. */
const WriterSign = ({ comment: { user } }: Pick<CommentItemProps, 'comment'>) => {
  if (user?.sign !== undefined) return <Badge>{SIGNS[user.sign]}</Badge>
  return user?.displayName === undefined ? null : <span className="text-small wrap-anywhere text-ink-soft">@{user.username}</span>
}

/** Says that an admin has changed the words of another person. */
const EditedBy = ({ comment: { editedBy } }: Pick<CommentItemProps, 'comment'>) =>
  editedBy === undefined ? null : (
    <p className="text-small wrap-anywhere text-ink-soft">{`Edited by ${editedBy === null ? 'an admin' : nameOfUser(editedBy)}`}</p>
  )

interface CommentTextProps extends Omit<CommentItemProps, 'nowMs'> {
  /** Edit, or the menu that it is in. */
  readonly button: RefObject<HTMLButtonElement | null>
  readonly onEdit: () => void
}

const CommentText = ({ comment, viewer, signInHref, actions, onAskDelete, onReply, button, onEdit }: CommentTextProps) => {
  const failed = useFailedForm('like')
  const name = nameOfComment(comment)
  const isOwn = viewer !== null && viewer.id === comment.userId
  const wasReported = useIsReported(comment)
  const [isReporting, setIsReporting] = useState(wasReported)
  const like = useForm({
    initial: failed?.values['commentId'] === comment._id ? { type: 'failed', message: failed.message } : undefined,
    send: () => actions.toggleLike(comment),
  })
  const closeReport = () => {
    setIsReporting(false)
    button.current?.focus()
  }
  return (
    <>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {comment.content}
      </p>
      <EditedBy comment={comment} />
      {comment.pending === true ? <p className="text-small font-semibold text-warn">waiting for approval</p> : null}
      <div className="no-print comment-actions">
        <Like comment={comment} viewer={viewer} signInHref={signInHref} form={like} />
        {onReply !== null && comment.pending !== true ? (
          <ReplyForm
            comment={comment}
            viewerId={viewer?.id ?? null}
            onReply={(content, requestKey) => onReply({ content, requestKey, repliedTo: comment })}
          />
        ) : null}
        {isOwn ? (
          <>
            <button ref={button} type="button" className="text-button" aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </button>
            <button type="button" className="text-button text-danger" aria-label={`Delete ${name}`} onClick={() => onAskDelete(comment)}>
              Delete
            </button>
          </>
        ) : null}
        <CommentMenu
          comment={comment}
          viewer={viewer}
          button={button}
          onEdit={onEdit}
          onDelete={() => onAskDelete(comment)}
          onReport={() => setIsReporting(true)}
        />
        {isReporting ? <ReportForm comment={comment} onClose={closeReport} /> : null}
      </div>
      {/* Mounted empty, when the like is sent, so that a failure is announced. */}
      {like.state.type === 'idle' ? null : <FormMessage form={like} />}
    </>
  )
}

/** `restored`: by a draft that a sign-in or a reload has interrupted, even once its field is emptied. */
type EditorState = 'closed' | 'opened' | 'restored'

/** In place of a comment that was deleted on this page. */
const DeletedComment = ({ comment, onUndo, replies }: CommentItemProps) => {
  const { run, isBusy, error } = useAction()
  return (
    <li className="comment">
      <p className="comment-place row gap-x-2">
        <span>This comment was deleted.</span>
        <button
          type="button"
          data-undo={comment._id}
          aria-label={`Undo the deletion of ${nameOfComment(comment)}`}
          aria-disabled={isBusy || undefined}
          className="link link-target not-italic"
          onClick={() => void run(() => onUndo(comment))}
        >
          Undo
        </button>
      </p>
      {error === null ? null : <Alert className="comment-place">{error}</Alert>}
      {replies}
    </li>
  )
}

/** One comment: read mode with its like, Edit and Delete, or edit mode. */
export const CommentItem = (props: CommentItemProps) => {
  const { comment, viewer, nowMs, actions } = props
  const viewerId = viewer?.id ?? null
  const [chosen, setEditor] = useState<EditorState | null>(null)
  const editor = chosen ?? (readCommentDraft(viewerId, comment._id) === '' ? 'closed' : 'restored')
  const button = useRef<HTMLButtonElement>(null)
  const closeEditor = () => {
    // The button is not there while the editor is open.
    flushSync(() => setEditor('closed'))
    button.current?.focus()
  }
  if (props.deletedIds.has(comment._id)) return <DeletedComment {...props} />
  return (
    <li id={`comment-${comment._id}`} tabIndex={-1} className="comment">
      <WriterAvatar user={comment.user} size={comment.parentId === undefined ? 44 : 32} />
      <div>
        <p className="row gap-x-2">
          <span className="font-semibold wrap-anywhere">{nameOfWriter(comment)}</span>
          <WriterSign comment={comment} />
          <CommentTime createdAt={comment.createdAt} nowMs={nowMs} />
        </p>
        {editor !== 'closed' && mayEditComment(viewer, comment) ? (
          <CommentEditor
            comment={comment}
            userId={viewerId}
            takesFocus={editor === 'opened'}
            onType={() => setEditor(editor)}
            onSave={(content) => actions.edit(comment, content)}
            onClose={closeEditor}
          />
        ) : (
          <CommentText {...props} button={button} onEdit={() => setEditor('opened')} />
        )}
      </div>
      {props.replies}
    </li>
  )
}
