import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import type { FetchPicture } from '#media/server/index.ts'
import type { OwnTexts, UserData, userEndpoints } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { mayDeleteUser, mayUpdateUser } from '#accounts/contract/user-permissions.ts'
import type { Database } from '#platform/database/database.ts'
import { countRows } from '#site/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Streamed } from '#platform/http/json-stream.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { ANY_USER_TAG, POSTS_TAG, userTag } from '#platform/cache/cache-tags.ts'
import { plural } from '#platform/contract/plural.ts'
import { toAccount, toListedAccount, toPublicUser } from './users.wire.ts'
import { requireRecentSignIn, requireRecentSignInOrPassword } from '#accounts/server/sessions/recent-sign-in.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { changeAccount } from './change-account.ts'
import { userDataOf } from './user-data.store.ts'
import { deleteUser, findUser, getUser, listUsers, setDisabled, setRole } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly secondStep: SecondStep
  readonly readSiteName: () => Promise<string>
  readonly fetchPicture: FetchPicture
  /** Removes an uploaded picture unless it is still in use. Never rejects. */
  readonly deletePicture: (path: string) => Promise<void>
  /** Parts of modules above in the data that users download. */
  readonly findFollowingData: (db: Database, userId: string) => Promise<UserData['following']>
  readonly ownTextsOf: (db: Database, userId: string) => Streamed<OwnTexts>
}

/** Accounts. */
export function userRoutes(dependencies: Dependencies): Handlers<Omit<typeof userEndpoints, 'signUp'>> {
  const { db, now } = dependencies
  return {
    async getUser({ params, addCacheTags }) {
      addCacheTags(userTag(params.userId))
      return toPublicUser(await getUser(db, params.userId))
    },

    async downloadMyData({ viewer }) {
      await takeFromLimit(db, ACCOUNT_RATE_LIMITS.dataDownloadsPerUser, { key: viewer.id, now: now() })
      return wholeDataOf(dependencies, viewer.id)
    },

    async listUsers({ query }) {
      const [users, counts] = await Promise.all([listUsers(db, query), countRows(db, 'users', now())])
      return { users: users.map(toListedAccount), totalUsers: counts.total, lastMonthUsers: counts.lastMonth }
    },

    async updateUser({ params, body, viewer, session, address, outside, write }) {
      if (!mayUpdateUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only update your own account.')
      return toAccount(await changeAccount({ ...dependencies, write }, { session, address, outside }, body))
    },

    async disableUser({ params, body, viewer, session, write }) {
      if (params.userId === viewer.id) throw new AppError('conflict', 'You cannot disable your own account.')
      // Depends on the account: only an admin's.
      if (body.disabled && (await isAdmin(db, params.userId))) requireRecentSignIn(session, now())
      const disabled = body.disabled ? { reason: body.reason ?? '', at: now() } : null
      return toListedAccount(await write((trx) => setDisabled(trx, params.userId, disabled)))
    },

    async updateRole({ params, body, session, write }) {
      const becomesAdmin = body.role === 'admin'
      const wasAdmin = (await getUser(db, params.userId)).is_admin === 1
      // Depends on the role before and after: none for a reader who is no admin.
      if (body.role !== 'reader' || wasAdmin) await requireRecentSignInOrPassword(dependencies, session, body.currentPassword)
      // The family flag of an admin remains, for the time when they are no longer one.
      const role = { isAdmin: becomesAdmin, ...(becomesAdmin ? {} : { isFamily: body.role === 'family' }), now: now() }
      const account = await write(async (trx, invalidate) => {
        // Pages show a sign beside the names of admins and the family.
        invalidate(userTag(params.userId), ANY_USER_TAG)
        const changed = await setRole(trx, params.userId, role)
        if (becomesAdmin && changed.disabled_at !== null) {
          throw new AppError('conflict', 'This account is disabled. Enable it before you make it an admin.')
        }
        return changed
      })
      return toListedAccount(account)
    },

    async deleteUser({ params: { userId }, viewer, setSession, write }) {
      if (!mayDeleteUser(viewer, userId)) throw new AppError('forbidden', 'You can only delete your own account.')
      const isOwn = viewer.id === userId
      const { picture, drafts } = await write(async (trx, invalidate) => {
        invalidate(userTag(userId), ANY_USER_TAG, POSTS_TAG)
        return deleteUser(trx, userId, now())
      })
      if (picture !== null) await dependencies.deletePicture(picture)
      if (isOwn) setSession(null)
      return { success: true, message: deletedMessage(drafts) }
    },
  }
}

const wholeDataOf = ({ db, ownTextsOf, findFollowingData }: Dependencies, userId: string): Streamed<UserData> => ({
  ...userDataOf(db, userId),
  ...ownTextsOf(db, userId),
  following: () => findFollowingData(db, userId),
})

const deletedMessage = (drafts: number): string =>
  `User has been deleted.${drafts === 0 ? '' : ` ${plural(drafts, 'One unpublished text', 'unpublished texts')} went with it.`}`

const isAdmin = async (db: Database, userId: string): Promise<boolean> => (await findUser(db, userId))?.is_admin === 1
