import type { FollowingChoices, LinkedFollowing, ListedFollower, OwnFollowing } from '#following/contract/following.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { categoriesOf } from './recipients.ts'
import { endedOf, type FollowerWithUser } from './following.store.ts'
import type { UserRow } from '#migrations/schema.ts'

const toChoices = (row: FollowerWithUser): FollowingChoices => ({
  posts: row.posts,
  categories: categoriesOf(row),
  replies: row.replies === 1,
  comments: row.comments,
})

const isConfirmed = (row: FollowerWithUser): boolean => row.confirmed_at !== null && (row.user_id === null || row.email_verified === 1)

/** For anyone with the link of a mail. */
export const toLinkedFollowing = (row: FollowerWithUser): LinkedFollowing => ({
  ...toChoices(row),
  ended: endedOf(row),
  email: row.email ?? row.user_email ?? '',
  isMember: row.user_id !== null,
  isConfirmed: isConfirmed(row),
})

type OwnUser = Pick<UserRow, 'email_verified' | 'is_admin' | 'waiting_mails'>

/** For the user of the account. */
export const toOwnFollowing = (row: FollowerWithUser | undefined, user: OwnUser): OwnFollowing => ({
  ...(row ? toChoices(row) : { posts: null, categories: null, replies: false, comments: null }),
  ...(user.is_admin === 1 ? { waiting: user.waiting_mails === 1 } : {}),
  isConfirmed: user.email_verified === 1,
  hasBounced: row !== undefined && row.bounced_at !== null,
})

/** For admins. */
export const toListedFollower = (row: FollowerWithUser): ListedFollower => ({
  ...toChoices(row),
  _id: row.id,
  email: row.email ?? row.user_email ?? '',
  name: row.username === null ? null : nameOfUser({ username: row.username, displayName: row.display_name ?? undefined }),
  state: stateOf(row),
  bounces: row.bounces,
  since: new Date(row.created_at).toISOString(),
})

function stateOf(row: FollowerWithUser): ListedFollower['state'] {
  if (row.bounced_at !== null) return 'bounced'
  if (row.disabled_at !== null) return 'disabled'
  return isConfirmed(row) ? 'mailed' : 'unconfirmed'
}
