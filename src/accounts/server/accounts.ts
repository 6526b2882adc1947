import { codeRoutes } from './codes/codes.routes.ts'
import { deleteOldAttempts } from './codes/codes.store.ts'
import { identityRoutes } from './identity/identity.routes.ts'
import { deleteOldFlows } from './identity/sign-in-flows.ts'
import { invitationRoutes } from './invitations/invitations.routes.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import { deleteOldChallenges } from './passkeys/passkeys.store.ts'
import { deleteOldLinks } from './links/account-links.store.ts'
import { linkRoutes } from './links/links.routes.ts'
import { sessionRoutes } from './sessions/sessions.routes.ts'
import { deleteEndedSessions } from './sessions/sessions.store.ts'
import { setupRoutes } from './setup/setup.routes.ts'
import { signUpRoutes } from './sign-up/sign-up.routes.ts'
import { userRoutes } from './users/users.routes.ts'

type Parts = Parameters<typeof sessionRoutes>[0] &
  Parameters<typeof codeRoutes>[0] &
  Parameters<typeof passkeyRoutes>[0] &
  Parameters<typeof identityRoutes>[0] &
  Parameters<typeof linkRoutes>[0] &
  Parameters<typeof signUpRoutes>[0] &
  Parameters<typeof userRoutes>[0] &
  Parameters<typeof invitationRoutes>[0] &
  Parameters<typeof setupRoutes>[0]

/** Handlers of all endpoints of accounts. */
export const accounts = (parts: Parts) => ({
  ...sessionRoutes(parts),
  ...codeRoutes(parts),
  ...passkeyRoutes(parts),
  ...identityRoutes(parts),
  ...linkRoutes(parts),
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
  { name: 'mailed codes', deleteOld: deleteOldAttempts },
  { name: 'links', deleteOld: deleteOldLinks },
] as const
