import { identityRoutes } from './identity/identity.routes.ts'
import { deleteOldFlows } from './identity/sign-in-flows.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { deleteOldChallenges } from './passkeys/passkeys.store.ts'
import { deleteOldLinks } from './recovery/account-links.store.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { deleteOldAttempts } from './second-step/second-step-attempts.store.ts'
import { secondStepRoutes } from './second-step/second-step.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { deleteEndedSessions } from './sessions/sessions.store.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { userRoutes } from './users/users.routes.ts'

type Parts = Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof secondStepRoutes>[0] &
  Parameters<typeof passkeyRoutes>[0] &
  Parameters<typeof identityRoutes>[0] &
  Parameters<typeof recoveryRoutes>[0] &
  Parameters<typeof signUpRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof invitationRoutes>[0] &
  Parameters<typeof setupRoutes>[0]

/** Handlers of all endpoints of accounts. */
export const accounts = (parts: Parts) => ({
  ...sessionRoutes(parts),
  ...secondStepRoutes(parts),
  ...passkeyRoutes(parts),
  ...identityRoutes(parts),
  ...recoveryRoutes(parts),
  ...signUpRoutes(parts),
  ...userRoutes(parts),
  ...invitationRoutes(parts),
  ...setupRoutes(parts),
})

/** Expired rows of accounts, which housekeeping deletes. */
export const EXPIRED_ACCOUNT_ROWS = [
  { name: 'sessions', deleteOld: deleteEndedSessions },
  { name: 'sign-in flows', deleteOld: deleteOldFlows },
  { name: 'passkey challenges', deleteOld: deleteOldChallenges },
  { name: 'second steps', deleteOld: deleteOldAttempts },
  { name: 'mailed links', deleteOld: deleteOldLinks },
] as const
