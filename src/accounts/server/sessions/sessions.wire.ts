import type { SignedIn } from '#accounts/contract/auth.endpoints.ts'
import { type AccountRow, toAccount } from '#accounts/server/users/users.wire.ts'

/** Signed-in user for the browser's store. Times in ms. */
export const toSignedIn = (user: AccountRow, session: { freshUntil: number; now: number; message: string }): SignedIn => ({
  success: true,
  message: session.message,
  ...toAccount(user),
  sessionExpiresAt: new Date(session.freshUntil).toISOString(),
  sessionEndsInMs: session.freshUntil - session.now,
})
