import type { SignedIn } from '#contract/endpoints/auth.ts'
import { type AccountRow, presentAccount } from './present-user.ts'

/** The answer to whoever has just signed in, or asks whether they still are. Times in ms. */
export const presentSession = (user: AccountRow, session: { expiresAt: number; now: number; message: string }): SignedIn => ({
  success: true,
  message: session.message,
  ...presentAccount(user),
  sessionExpiresAt: new Date(session.expiresAt).toISOString(),
  sessionEndsInMs: session.expiresAt - session.now,
})
