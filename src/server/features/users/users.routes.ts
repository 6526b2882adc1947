import type { userEndpoints } from '#contract/endpoints/users.ts'
import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import { mayDeleteUser, mayUpdateUser } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import { countRows } from '#server/features/count-rows.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { hashedKey, takeFromLimit, tryTakeFromLimit } from '#server/platform/rate-limit.ts'
import { ANY_USER_TAG, POSTS_TAG, userTag } from '#server/platform/cache/cache-tags.ts'
import { presentAccount, presentListedAccount, presentPublicUser } from '#server/features/present-user.ts'
import { changeAccount, refuseReserved } from './change-account.ts'
import { collectUserData } from './user-data.store.ts'
import { createUser, deleteUser, getUser, listUsers, setDisabled } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly outbox: Outbox
  readonly siteName: string
  /** Removes an uploaded picture unless something still shows it; never fails. */
  readonly deletePicture: (path: string) => Promise<void>
}

/** Accounts (docs/product.md, 11). */
export function userRoutes(dependencies: Dependencies): Handlers<keyof typeof userEndpoints> {
  const { db, now, newId, outbox, siteName } = dependencies
  /** Not to an address that has had its mails for this hour; the profile offers another one later. */
  const sendVerification = async (trx: Database, { email, now: at }: { email: string; now: number }) => {
    const waitMs = await tryTakeFromLimit(trx, RATE_LIMITS.mailsPerAccount, { key: hashedKey(email), now: at })
    if (waitMs === null) await outbox.put(trx, { kind: 'verify_email', email })
  }
  return {
    async 'POST /api/auth/signup'({ body: { website, password, username, email }, write }) {
      refuseMachines(website)
      refuseReserved(username, siteName)
      const at = now()
      const password_hash = await hashPassword(password)
      await write(async (trx) => {
        await createUser(trx, {
          id: newId(),
          username,
          email,
          password_hash,
          picture_url: null,
          is_admin: 0,
          created_at: at,
          updated_at: at,
        })
        await sendVerification(trx, { email, now: at })
      })
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

    async 'PUT /api/user/update/:userId'({ params, body, viewer, session, address, write }) {
      if (!mayUpdateUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only update your own account.')
      return presentAccount(await changeAccount({ ...dependencies, write }, { session, address }, body))
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
      if (picture !== null) await dependencies.deletePicture(picture)
      if (viewer.id === params.userId) setSession(null)
      return { success: true, message: 'User has been deleted.' }
    },
  }
}

/** People do not see the field; where a browser filled it in for them, the message says what to do. */
function refuseMachines(website: unknown): void {
  if (website !== undefined && website !== null && website !== '') {
    throw new AppError('bad_request', 'This looks as if a machine had filled in the form. Please leave the field “Website” empty.', {
      field: 'website',
    })
  }
}
