import { acceptInvitation as acceptInvitationEndpoint, signUpByInvitation } from '#accounts/contract/invitations.endpoints.ts'
import {
  createFirstAdmin,
  getSession,
  passSecondStep,
  resetPassword as resetPasswordEndpoint,
  type SignedIn,
  signIn as signInEndpoint,
  signInWithGoogle as signInWithGoogleEndpoint,
  signOut as signOutEndpoint,
} from '#accounts/contract/auth.endpoints.ts'
import { signInWithPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { CallInput, CallOutput } from '#platform/contract/endpoint.ts'
import { errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { userActions } from '#accounts/web/user-actions.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

/** @throws ApiError */
const enter = async (call: () => Promise<SignedIn>): Promise<SignedIn> => {
  userActions.signInStart()
  try {
    const signedIn = await call()
    userActions.signInSuccess(signedIn)
    return signedIn
  } catch (error) {
    userActions.signInFailure(errorMessage(error))
    throw error
  }
}

export const signIn = (body: Credentials): Promise<SignedIn> => enter(() => browserApi(signInEndpoint, { body }))

/** The second step of a sign-in. */
export const signInWithCode = (body: { attempt: string; code: string }): Promise<SignedIn> =>
  enter(() => browserApi(passSecondStep, { body }))

/** Chooses a new password with a mailed link. */
export const resetPassword = async (
  body: CallInput<typeof resetPasswordEndpoint>['body'],
): Promise<CallOutput<typeof resetPasswordEndpoint>> => {
  const reset = await browserApi(resetPasswordEndpoint, { body })
  // Without the account, the next page asks for it.
  if (reset.isSignedIn) await browserApi(getSession).then(userActions.signInSuccess, () => {})
  return reset
}

export const setUpBlog = (body: CallInput<typeof createFirstAdmin>['body']): Promise<SignedIn> =>
  enter(() => browserApi(createFirstAdmin, { body }))

interface InvitedAccount extends Credentials {
  /** Token of the invitation link. */
  readonly token: string
  readonly displayName: string
}

export const signUpInvited = (body: InvitedAccount): Promise<SignedIn> => enter(() => browserApi(signUpByInvitation, { body }))

/** Adds the signed-in account to the family. */
export const acceptInvitation = async (token: string): Promise<void> => {
  userActions.signInSuccess(await browserApi(acceptInvitationEndpoint, { body: { token } }))
}

/** What the popup of the identity provider returned (docs/product.md, 11). */
export interface GoogleIdentity {
  readonly name: string
  readonly email: string
  readonly googlePhotoUrl: string
  readonly idToken: string
}

export const signInWithGoogle = (body: GoogleIdentity): Promise<SignedIn> => enter(() => browserApi(signInWithGoogleEndpoint, { body }))

/** Signs in with the credential of a passkey. */
export const signInWithCredential = (credential: CallInput<typeof signInWithPasskey>['body']['credential']): Promise<SignedIn> =>
  enter(() => browserApi(signInWithPasskey, { body: { credential } }))

/** Ends the session. A failure is only logged (docs/product.md, 4 and 8). */
export const signOut = async (): Promise<void> => {
  try {
    await browserApi(signOutEndpoint)
    userActions.signOutSuccess()
  } catch (error) {
    // oxlint-disable-next-line no-console -- docs/product.md, 8: only logged
    console.log(errorMessage(error))
  }
}
