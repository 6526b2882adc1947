import type { userEndpoints } from '#contract/endpoints/users.ts'
import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import { mayDeleteUser, mayUpdateUser } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRows } from '#server/features/count-rows.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { takeFromLimit } from '#server/platform/rate-limit.ts'
import { ANY_USER_TAG, POSTS_TAG, userTag } from '#server/platform/cache/cache-tags.ts'
import { presentAccount, presentListedAccount, presentPublicUser } from '#server/features/present-user.ts'
import { changeAccount } from './change-account.ts'
import { countSignUp } from './sign-up-limits.ts'
import { collectUserData } from './user-data.store.ts'
import { createUser, deleteUser, getUser, listUsers, setDisabled } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly outbox: Outbox
  /** Removes an uploaded picture unless something still shows it; never fails. */
  readonly forgetPicture: (path: string) => Promise<void>
}

/** Accounts (docs/product.md, 11). */
export function userRoutes(dependencies: Dependencies): Handlers<keyof typeof userEndpoints> {
  const { db, now, newId, outbox } = dependencies
  return {
    async 'POST /api/auth/signup'({ body, address }) {
      const count = await countSignUp(db, { address, now: now() })
      refuseMachines(body.website)
      const at = now()
      const password_hash = await hashPassword(body.password)
      const user = { username: body.username, email: body.email, password_hash, picture_url: null, is_admin: 0 as const }
      await count.outcomeOf(createUser(db, { id: newId(), ...user, created_at: at, updated_at: at }))
      await outbox.put(db, { kind: 'verify_email', email: body.email })
      return { success: true, message: 'Your account was created. You can sign in now.' }
    },

    async 'GET /api/user/:userId'({ params, addCacheTags }) {
      addCacheTags(userTag(params.userId))
      return presentPublicUser(await getUser(db, params.userId))
    },

    async 'GET /api/user/my-data'({ viewer }) {
      await takeFromLimit(db, RATE_LIMITS.dataDownloadsPerUser, { key: viewer.id, now: now() })
      return collectUserData(db, viewer.id)
    },

    async 'GET /api/user/getusers'({ query }) {
      const [users, counts] = await Promise.all([listUsers(db, query), countRows(db, 'users', now())])
      return { users: users.map(presentListedAccount), totalUsers: counts.total, lastMonthUsers: counts.lastMonth }
    },

    async 'PUT /api/user/update/:userId'({ params, body, viewer, session, write }) {
      if (!mayUpdateUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only update your own account.')
      return presentAccount(await changeAccount({ ...dependencies, write }, session, body))
    },

    async 'PUT /api/user/disable/:userId'({ params, body, viewer, write }) {
      if (params.userId === viewer.id) throw new AppError('conflict', 'You cannot disable your own account.')
      const disabled = body.disabled ? { reason: body.reason ?? '', at: now() } : null
      return presentListedAccount(await write((trx) => setDisabled(trx, params.userId, disabled)))
    },

    async 'DELETE /api/user/delete/:userId'({ params, viewer, setSession, write }) {
      if (!mayDeleteUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only delete your own account.')
      const picture = await write(async (trx, invalidate) => {
        invalidate(userTag(params.userId), ANY_USER_TAG, POSTS_TAG)
        return deleteUser(trx, params.userId)
      })
      if (picture !== null) await dependencies.forgetPicture(picture)
      if (viewer.id === params.userId) setSession(null)
      return { success: true, message: 'User has been deleted.' }
    },
  }
}

/** People do not see the field; should a browser have filled it in for one, the message says what to do. */
function refuseMachines(website: unknown): void {
  if (website !== undefined && website !== null && website !== '') {
    throw new AppError('bad_request', 'This looks as if a machine had filled in the form. Please leave the field “Website” empty.')
  }
}
