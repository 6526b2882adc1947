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

interface Moderated {
  readonly reports: readonly string[] | undefined
  readonly post: ModeratedComment['post'] | undefined
}

/** For admins: with what readers said who reported it, and where it stands. */
export const toModeratedComment = (row: CommentRow, { reports = [], post = { title: '', slug: '' } }: Moderated): ModeratedComment => ({
  ...toComment(row),
  reports: [...reports],
  post,
})
