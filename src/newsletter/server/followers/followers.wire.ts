import type { ListedFollower, MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import type { FollowerWithUser } from './followers.store.ts'
import type { UserRow } from '#migrations/schema.ts'

const isConfirmed = (row: FollowerWithUser): boolean => row.confirmed_at !== null && (row.user_id === null || row.email_verified === 1)

/** For anyone with the link of a mail. */
export const toLinkedChoices = (row: FollowerWithUser): MailChoices => ({
  posts: row.posts,
  replies: row.user_id === null ? null : row.replies === 1,
  comments: row.is_admin === 1 ? row.comments === 1 : null,
  waiting: null,
  email: row.email ?? row.user_email ?? '',
  isConfirmed: isConfirmed(row),
  hasBounced: row.bounced_at !== null,
})

export type OwnUser = Pick<UserRow, 'id' | 'email' | 'email_verified' | 'is_admin' | 'waiting_mails'>

/** For the user of the account. */
export const toOwnChoices = (row: FollowerWithUser | undefined, user: OwnUser): MailChoices => ({
  posts: row?.posts ?? null,
  replies: row?.replies === 1,
  comments: user.is_admin === 1 ? row?.comments === 1 : null,
  waiting: user.is_admin === 1 ? user.waiting_mails === 1 : null,
  email: user.email,
  isConfirmed: user.email_verified === 1,
  hasBounced: row !== undefined && row.bounced_at !== null,
})

/** For admins. */
export const toListedFollower = (row: FollowerWithUser): ListedFollower => ({
  _id: row.id,
  posts: row.posts,
  replies: row.replies === 1,
  comments: row.comments === 1,
  email: row.email ?? row.user_email ?? '',
  name: row.username === null ? null : nameOfUser({ username: row.username, displayName: row.display_name ?? undefined }),
  state: stateOf(row),
  bounces: row.bounces,
  since: new Date(row.created_at).toISOString(),
})

function stateOf(row: FollowerWithUser): ListedFollower['state'] {
  if (row.bounced_at !== null) return 'bounced'
  if (row.disabled_at !== null) return 'disabled'
  if (isConfirmed(row)) return 'mailed'
  return row.import_id === null ? 'unconfirmed' : 'waiting'
}
