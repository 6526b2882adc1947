import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS } from '#contract/limits.ts'
import { mayDeleteUser, mayUpdateUser } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/api.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { takeFromLimit } from '#server/platform/rate-limit.ts'
import { ANY_USER_TAG, POSTS_TAG, userTag } from '#server/platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'
import { presentAccount, presentPublicUser } from '#server/features/present-user.ts'
import { countUsers, createUser, deleteUser, getUser, listUsers, updateUser } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly write: ChangeFeed['write']
}

type UserCalls =
  | 'POST /api/auth/signup'
  | 'GET /api/user/:userId'
  | 'GET /api/user/getusers'
  | 'PUT /api/user/update/:userId'
  | 'DELETE /api/user/delete/:userId'

/** Accounts (spec §7; decisions, Accounts). */
export function userRoutes({ db, now, newId, publicUrl, write }: Dependencies): Handlers<UserCalls> {
  return {
    async 'POST /api/auth/signup'({ body, address }) {
      await takeFromLimit(db, RATE_LIMITS.signUpsPerAddress, { key: address, now: now() })
      await createUser(db, {
        id: newId(),
        username: body.username,
        email: body.email,
        password_hash: await hashPassword(body.password),
        picture_url: null,
        is_admin: 0,
        created_at: now(),
        updated_at: now(),
      })
      return { success: true, message: 'Your account was created. You can sign in now.' }
    },

    async 'GET /api/user/:userId'({ params, madeFrom }) {
      madeFrom(userTag(params.userId))
      return presentPublicUser(await getUser(db, params.userId))
    },

    async 'GET /api/user/getusers'({ query }) {
      const [users, counts] = await Promise.all([listUsers(db, query), countUsers(db, now())])
      return { users: users.map(presentAccount), totalUsers: counts.total, lastMonthUsers: counts.lastMonth }
    },

    async 'PUT /api/user/update/:userId'({ params, body, viewer, session }) {
      if (!mayUpdateUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only update your own account.')
      const { username, email, password, profilePicture } = body
      const changes = {
        ...(username === undefined ? {} : { username }),
        ...(email === undefined ? {} : { email }),
        ...(profilePicture === undefined ? {} : { picture_url: ownUpload(profilePicture, publicUrl) }),
        ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
      }
      return write(async (trx, changed) => {
        changed(userTag(params.userId), ANY_USER_TAG)
        return presentAccount(await updateUser(trx, params.userId, { changes, keepSession: session.tokenHash, now: now() }))
      })
    },

    async 'DELETE /api/user/delete/:userId'({ params, viewer, setSession }) {
      if (!mayDeleteUser(viewer, params.userId)) throw new AppError('forbidden', 'You can only delete your own account.')
      await write(async (trx, changed) => {
        changed(userTag(params.userId), ANY_USER_TAG, POSTS_TAG)
        await deleteUser(trx, params.userId)
      })
      if (viewer.id === params.userId) setSession(null)
      return { success: true, message: 'User has been deleted.' }
    },
  }
}

/** The drawn picture stands for having none. @throws bad_request for another site's address */
function ownUpload(address: string, publicUrl: string): string | null {
  const path = ownPicturePath(address, publicUrl)
  if (path === null) throw new AppError('bad_request', 'A profile picture must be uploaded to this blog.')
  return path.startsWith('/drawings/') ? null : path
}
