import type { Comment, ModeratedComment } from '#contract/endpoints/comments.ts'
import { toPublicUser } from '#server/features/to-user.ts'
import type { CommentRow } from './comments.store.ts'

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  content: row.content,
  postId: row.post_id,
  userId: row.user_id,
  likes: row.likes,
  numberOfLikes: row.likes.length,
  createdAt: new Date(row.created_at).toISOString(),
  updatedAt: new Date(row.updated_at).toISOString(),
  user:
    row.user_id === null || row.username === null
      ? null
      : toPublicUser({ id: row.user_id, username: row.username, display_name: row.display_name, picture_url: row.picture_url }),
  ...(row.guest_name === null ? {} : { guestName: row.guest_name }),
  ...(row.pending === 1 ? { pending: true as const } : {}),
})

/** For admins: with what readers said who reported it. */
export const toModeratedComment = (row: CommentRow, reports: readonly string[]): ModeratedComment => ({
  ...toComment(row),
  reports: [...reports],
})
