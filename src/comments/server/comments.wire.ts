import type { RepliedToComment, Comment, ModeratedComment } from '#comments/contract/comments.endpoints.ts'
import { toPublicUser } from '#accounts/server/index.ts'
import type { CommentRow } from './comments.store.ts'
import type { WriterRow } from './moderated-comments.store.ts'
import type { RepliedToRow, ThreadRow } from './replies.store.ts'

/** A comment as a visitor sees it: the number of likes, but not whose they are, as their names could be read with the ids. */
export const toVisitorsComment = (row: ThreadRow): Comment => ({
  ...toComment(row),
  likes: row.likes.map((_, index) => `like-${index + 1}`),
})

export const toComment = (row: ThreadRow): Comment => ({
  _id: row.id,
  content: row.content,
  postId: row.post_id,
  userId: row.user_id,
  likes: row.likes,
  numberOfLikes: row.likes.length,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  ...toAuthor(row),
  ...(row.parent_id === null ? {} : { parentId: row.parent_id }),
  ...(row.first_content === null ? {} : { editedBy: row.editor ? toPublicUser(row.editor) : null }),
  ...(row.missingParent === undefined ? {} : { missingParent: row.missingParent }),
  ...(row.state === 'pending' ? { pending: true as const } : {}),
})

const toSign = ({ is_admin: isAdmin, is_family: isFamily }: RepliedToRow): { sign?: 'admin' | 'family' } => {
  if (isAdmin === 1) return { sign: 'admin' }
  return isFamily === 1 ? { sign: 'family' } : {}
}

const toAuthor = (row: RepliedToRow): Pick<Comment, 'user' | 'guestName'> => ({
  user:
    row.user_id === null || row.username === null
      ? null
      : {
          ...toPublicUser({ id: row.user_id, username: row.username, display_name: row.display_name, picture_url: row.picture_url }),
          ...toSign(row),
        },
  ...(row.guest_name === null ? {} : { guestName: row.guest_name }),
})

interface Moderated {
  readonly reports: readonly string[] | undefined
  readonly post: ModeratedComment['post'] | undefined
  /** Comment that a reply is to; undefined where it was deleted. */
  readonly repliedTo: RepliedToRow | undefined
  readonly writer: WriterRow | undefined
}

/** For admins: with the reasons of reports, the post, and the comment that it replies to. */
export const toModeratedComment = (
  row: CommentRow,
  { reports = [], post = { title: '', slug: '' }, repliedTo, writer }: Moderated,
): ModeratedComment => ({
  ...toComment(row),
  reports: [...reports],
  post,
  ...(row.first_content === null ? {} : { firstContent: row.first_content }),
  ...(writer === undefined ? {} : { writer: { createdAt: new Date(writer.created_at).toISOString(), totalComments: writer.comments } }),
  ...(row.parent_id === null ? {} : { repliedTo: repliedTo === undefined ? null : toRepliedTo(repliedTo) }),
})

const toRepliedTo = (row: RepliedToRow): RepliedToComment => ({ _id: row.id, content: row.content, ...toAuthor(row) })
