import { z } from 'zod'
import { publicUser } from '#accounts/contract/users.endpoints.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { isoDate, message } from '#platform/contract/fields.ts'
import { COMMENTS_AT_ONCE_MAX } from '#comments/contract/comment-limits.ts'

/** What an account has left on the blog, as the dialog about it says. */
const userContent = z.strictObject({
  user: publicUser,
  isAdmin: z.boolean(),
  isFamily: z.boolean(),
  isDisabled: z.boolean(),
  /** Replies included. */
  comments: z.int(),
  replies: z.int(),
  /** Likes of comments and posts. */
  hearts: z.int(),
  /** Mails that wait to be sent: about these comments, and to this account. */
  mails: z.int(),
  /** Its newest comments, at most three. */
  newest: z.array(z.string()),
  /** Unpublished texts, which end with the account. */
  drafts: z.int(),
  /** Planned posts, which stay. */
  plans: z.int(),
  /** Open invitations, which end with the account. */
  invitations: z.int(),
  /** For admins: whether backups are copied to another place, which they may have chosen. */
  hasBackupPlace: z.boolean(),
})
export type UserContent = z.output<typeof userContent>

const removedAccount = z.strictObject({
  user: publicUser,
  comments: z.int(),
  removedAt: isoDate,
  /** Until when it can be brought back. */
  endsAt: isoDate,
})
export type RemovedAccount = z.output<typeof removedAccount>

export const getUserContent = endpoint('GET /api/comment/user-content/:userId', { access: 'admin', status: 200, output: userContent })

/** Removes the comments, likes and mails that {@link getUserContent} counts, and disables the account. 409 for admins. */
export const removeUserContent = endpoint('POST /api/comment/removals/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: message,
})

/** Brings back everything but the mails, and enables the account, within a day. */
export const restoreUserContent = endpoint('DELETE /api/comment/removals/:userId', {
  access: 'admin',
  status: 200,
  limit: null,
  output: message,
})

/** Accounts that can be brought back, the latest first, at most a hundred. */
export const listRemovals = endpoint('GET /api/comment/removals', {
  access: 'admin',
  status: 200,
  output: z.strictObject({ removals: z.array(removedAccount) }),
})

const CHOOSE = 'Please choose some comments.'
const commentIds = z.array(z.string().max(64, CHOOSE), CHOOSE).min(1, CHOOSE).max(COMMENTS_AT_ONCE_MAX, CHOOSE)

/** Deletes several comments; those that are gone already are skipped. */
export const deleteComments = endpoint('POST /api/comment/deletions', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ commentIds }),
  output: message,
})

/** Restores comments that an admin deleted within the last hour. @returns those that are back: the others are skipped */
export const restoreComments = endpoint('POST /api/comment/restorations', {
  access: 'admin',
  status: 200,
  limit: null,
  body: z.object({ commentIds }),
  output: z.strictObject({ commentIds: z.array(z.string()) }),
})

export const removalEndpoints = { getUserContent, removeUserContent, restoreUserContent, listRemovals, deleteComments, restoreComments }
