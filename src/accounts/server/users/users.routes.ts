import type { UserData, userEndpoints } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { mayDeleteUser, mayUpdateUser } from '#platform/contract/permissions.ts'
import type { Database } from '#platform/database/database.ts'
import { countRows } from '#site/server/index.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import { ANY_USER_TAG, POSTS_TAG, userTag } from '#platform/cache/cache-tags.ts'
import { toAccount, toListedAccount, toPublicUser } from './users.wire.ts'
import { requireRecentSignIn, requireRecentSignInOrPassword } from '#accounts/server/sessions/recent-sign-in.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { changeAccount } from './change-account.ts'
import { userDataOf } from './user-data.store.ts'
import { deleteUser, getUser, listUsers, setDisabled, setRole } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly secondStep: SecondStep
  readonly readSiteName: () => Promise<string>
  /** Removes an uploaded picture unless it is still in use. Never rejects. */
  readonly deletePicture: (path: string) => Promise<void>
  /** Part of a module above in the data that users download. */
  readonly findFollowingData: (db: Database, userId: string) => Promise<UserData['following']>
}

/** Accounts (docs/product.md, 11). */
export function userRoutes(dependencies: Dependencies): Handlers<Omit<typeof userEndpoints, 'signUp'>> {
  const { db, now } = dependencies
  return {
    async getUser({ params, addCacheTags }) {
      addCacheTags(userTag(params.userId))
      return toPublicUser(await getUser(db, params.userId))
    },

    async downloadMyData({ viewer, session }) {
      await requireRecentSignIn({ now }, session)
      await takeFromLimit(db, RATE_LIMITS.dataDownloadsPerUser, { key: viewer.id, now: now() })
      return { ...userDataOf(db, viewer.id), following: () => dependencies.findFollowingData(db, viewer.id) }
    },

    async listUsers({ query }) {
      const [users, counts] = await Promise.all([listUsers(db, query), countRows(db, 'users', now())])
      return { users: users.map(toListedAccount), totalUsers: counts.total, lastMonthUsers: counts.lastMonth }
    },

    async updateUser({ params, body, viewer, session, address, write }) {
      if (!mayUpdateUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only update your own account.')
      return toAccount(await changeAccount({ ...dependencies, write }, { session, address }, body))
    },

    async disableUser({ params, body, viewer, write }) {
      if (params.userId === viewer.id) throw new AppError('conflict', 'You cannot disable your own account.')
      const disabled = body.disabled ? { reason: body.reason ?? '', at: now() } : null
      return toListedAccount(await write((trx) => setDisabled(trx, params.userId, disabled)))
    },

    async updateRole({ params, body, session, write }) {
      const isAdmin = body.role === 'admin'
      const wasAdmin = (await getUser(db, params.userId)).is_admin === 1
      if (isAdmin || wasAdmin) await requireRecentSignInOrPassword(dependencies, session, body.currentPassword)
      // The family flag of an admin remains, for the time when they are no longer one.
      const role = isAdmin ? { isAdmin, now: now() } : { isAdmin, isFamily: body.role === 'family', now: now() }
      const account = await write(async (trx) => {
        const changed = await setRole(trx, params.userId, role)
        if (isAdmin && changed.disabled_at !== null) {
          throw new AppError('conflict', 'This account is disabled. Enable it before you make it an admin.')
        }
        return changed
      })
      return toListedAccount(account)
    },

    async deleteUser({ params, viewer, session, setSession, write }) {
      if (!mayDeleteUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only delete your own account.')
      if (viewer.id === params.userId) await requireRecentSignIn({ now }, session)
      const picture = await write(async (trx, invalidate) => {
        invalidate(userTag(params.userId), ANY_USER_TAG, POSTS_TAG)
        return deleteUser(trx, params.userId)
      })
      if (picture !== null) await dependencies.deletePicture(picture)
      if (viewer.id === params.userId) setSession(null)
      return { success: true, message: 'User has been deleted.' }
    },
  }
}
