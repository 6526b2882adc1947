import type { userEndpoints } from '#accounts/contract/users.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { requireRecentSignInOrPassword } from '#accounts/server/sessions/recent-sign-in.ts'
import type { SecondStep } from '#accounts/server/second-step/second-step.ts'
import { toListedAccount } from './users.wire.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { getUser, setRole } from './users.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly secondStep: SecondStep
}

/** Changes of roles: reader, family, admin. Roles are read with each request, so a change takes effect at once. */
export function roleRoutes(dependencies: Dependencies): Handlers<Pick<typeof userEndpoints, 'updateRole'>> {
  return {
    async updateRole({ params, body, session, write }) {
      const isAdmin = body.role === 'admin'
      const wasAdmin = (await getUser(dependencies.db, params.userId)).is_admin === 1
      if (isAdmin || wasAdmin) await requireRecentSignInOrPassword(dependencies, session, body.currentPassword)
      // The family flag of an admin remains, for the time when they are no longer one.
      const role = isAdmin ? { isAdmin } : { isAdmin, isFamily: body.role === 'family' }
      const account = await write(async (trx) => {
        const changed = await setRole(trx, params.userId, role)
        if (isAdmin && changed.disabled_at !== null) {
          throw new AppError('conflict', 'This account is disabled. Enable it before you make it an admin.')
        }
        return changed
      })
      return toListedAccount(account)
    },
  }
}
