import Heart from 'lucide-react/icons/heart'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { type Actor, mayDeleteComment, mayEditComment, mayReportComment } from '#platform/contract/permissions.ts'
import { toFailure } from '#ui/api/api-error.ts'
import { useFailedForm, usePage } from '#site/web/index.ts'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { WriterFace } from './writer-face.tsx'
import { readCommentDraft } from './comment-drafts.ts'
import { CommentEditor } from './comment-editor.tsx'
import { CommentTime } from './comment-time.tsx'
import { isLikedBy } from './comments-state.ts'
import { likesText, nameOfComment, nameOfWriter } from './comment-text.ts'
import { ReplyForm } from './reply-form.tsx'
import { ReportComment } from './report-comment.tsx'
import type { CommentActions, NewComment } from './use-comments.ts'
import { Badge } from '#ui/components/badge.tsx'

export interface CommentItemProps {
  readonly comment: Comment
  readonly viewer: Actor | null
  readonly signInHref: string
  readonly nowMs: number | null
  readonly actions: CommentActions
  readonly onAskDelete: (comment: Comment) => void
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
    <form method="post" action={`#comment-${comment._id}`} {...form.props}>
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

/** Reporting a comment, and for admins removing everything of its writer. */
const Objections = ({ comment, viewer }: Pick<CommentItemProps, 'comment' | 'viewer'>) => {
  const { isMember } = usePage()
  // Which member it is becomes known later, and nobody reports their own comment.
  const mayReport = (viewer !== null || !isMember) && mayReportComment(viewer, comment)
  return (
    <>
      {mayReport ? <ReportComment comment={comment} /> : null}
      {viewer?.isAdmin === true && comment.user !== null && comment.user.sign !== 'admin' ? (
        <a href={`/dashboard?tab=comments&remove=${comment.user._id}`} className="text-button">
          Remove everything of @{comment.user.username}
        </a>
      ) : null}
    </>
  )
}

/** Says that an admin has changed the words of another person. */
const EditedBy = ({ comment: { editedBy } }: Pick<CommentItemProps, 'comment'>) =>
  editedBy === undefined ? null : (
    <p className="text-small wrap-anywhere text-ink-soft">{`Edited by ${editedBy === null ? 'an admin' : nameOfUser(editedBy)}`}</p>
  )

interface CommentTextProps extends Omit<CommentItemProps, 'nowMs'> {
  readonly mayEdit: boolean
  readonly editButton: Ref<HTMLButtonElement>
  readonly onEdit: () => void
}

const CommentText = ({ comment, viewer, signInHref, actions, onAskDelete, onReply, mayEdit, editButton, onEdit }: CommentTextProps) => {
  const failed = useFailedForm('like')
  const name = nameOfComment(comment)
  const like = useForm({
    toFailure,
    initial: failed?.values['commentId'] === comment._id ? { type: 'failed', message: failed.message } : undefined,
    send: () => actions.toggleLike(comment),
  })
  return (
    <>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        {comment.content}
      </p>
      <EditedBy comment={comment} />
      {comment.pending === true ? <p className="text-small font-semibold text-warn">waiting for approval</p> : null}
      <div className="no-print comment-actions">
        <Like comment={comment} viewer={viewer} signInHref={signInHref} form={like} />
        {mayEdit ? (
          <button ref={editButton} type="button" className="text-button" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </button>
        ) : null}
        {mayDeleteComment(viewer, comment) ? (
          <button type="button" className="text-button text-danger" aria-label={`Delete ${name}`} onClick={() => onAskDelete(comment)}>
            Delete
          </button>
        ) : null}
        <Objections comment={comment} viewer={viewer} />
        {onReply !== null && comment.pending !== true ? (
          <ReplyForm
            comment={comment}
            viewerId={viewer?.id ?? null}
            onReply={(content, requestKey) => onReply({ content, requestKey, repliedTo: comment })}
          />
        ) : null}
      </div>
      {/* Mounted empty, when the like is sent, so that a failure is announced. */}
      {like.state.type === 'idle' ? null : <FormMessage form={like} />}
    </>
  )
}

/** One comment: read mode with its like, Edit and Delete, or edit mode. */
export const CommentItem = (props: CommentItemProps) => {
  const { comment, viewer, nowMs, actions } = props
  /** Null until Edit or Cancel was pressed: until then, an edit interrupted by a sign-in or reload is restored. */
  const [isOpened, setIsOpened] = useState<boolean | null>(null)
  const editButton = useRef<HTMLButtonElement>(null)
  const viewerId = viewer?.id ?? null
  const mayEdit = mayEditComment(viewer, comment)
  const isEditing = mayEdit && (isOpened ?? readCommentDraft(viewerId, comment._id) !== '')
  const closeEditor = () => {
    // The button is not there while the editor is open.
    flushSync(() => setIsOpened(false))
    editButton.current?.focus()
  }

  return (
    <li id={`comment-${comment._id}`} tabIndex={-1} className="comment">
      <WriterFace user={comment.user} size={comment.parentId === undefined ? 44 : 32} />
      <div>
        <p className="row gap-x-2">
          <span className="font-semibold wrap-anywhere">{nameOfWriter(comment)}</span>
          <WriterSign comment={comment} />
          <CommentTime createdAt={comment.createdAt} nowMs={nowMs} />
        </p>
        {isEditing ? (
          <CommentEditor
            comment={comment}
            userId={viewerId}
            takesFocus={isOpened === true}
            onSave={(content) => actions.edit(comment, content)}
            onClose={closeEditor}
          />
        ) : (
          <CommentText {...props} mayEdit={mayEdit} editButton={editButton} onEdit={() => setIsOpened(true)} />
        )}
      </div>
      {props.replies}
    </li>
  )
}
