import { acceptInvitation as acceptInvitationEndpoint, signUpByInvitation } from '#accounts/contract/invitations.endpoints.ts'
import {
  createFirstAdmin,
  type SignedIn,
  signIn as signInEndpoint,
  signInWithCode as signInWithCodeEndpoint,
  signInWithLink as signInWithLinkEndpoint,
  signInWithGoogle as signInWithGoogleEndpoint,
  signOut as signOutEndpoint,
} from '#accounts/contract/auth.endpoints.ts'
import { signInWithPasskey } from '#accounts/contract/passkeys.endpoints.ts'
import type { CallInput } from '#platform/contract/endpoint.ts'
import type { BodyOf } from '#platform/contract/form.ts'
import { errorMessage, UserError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { userActions } from '#accounts/web/user-actions.ts'

interface Credentials {
  readonly email: string
  readonly password: string
}

const NO_COOKIES = 'Your browser keeps no cookies of this blog, so it would be signed out at once. Please allow them, and sign in again.'

/** The cookie of the session itself is hidden from scripts. */
const keepsCookies = (): boolean => {
  document.cookie = 'probe=1; Path=/; SameSite=Lax'
  const isKept = document.cookie.includes('probe=1')
  document.cookie = 'probe=; Path=/; SameSite=Lax; Max-Age=0'
  return isKept
}

/** @throws ApiError; UserError if the browser blocks cookies */
const enter = async (call: () => Promise<SignedIn>): Promise<SignedIn> => {
  if (!keepsCookies()) throw new UserError(NO_COOKIES)
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

/** With a requested code, or that of a second step. */
export const signInWithCode = (body: { attempt: string; code: string }): Promise<SignedIn> =>
  enter(() => browserApi(signInWithCodeEndpoint, { body }))

export const signInWithLink = (body: { token: string }): Promise<SignedIn> => enter(() => browserApi(signInWithLinkEndpoint, { body }))

export const setUpBlog = (body: CallInput<typeof createFirstAdmin>['body']): Promise<SignedIn> =>
  enter(() => browserApi(createFirstAdmin, { body }))

export const signUpInvited = (body: BodyOf<typeof signUpByInvitation>): Promise<SignedIn> =>
  enter(() => browserApi(signUpByInvitation, { body }))

/** Adds the signed-in account to the family. */
export const acceptInvitation = async (token: string): Promise<void> => {
  userActions.signInSuccess(await browserApi(acceptInvitationEndpoint, { body: { token } }))
}

/** What the popup of the identity provider returned. */
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

/** Ends the session. A failure is only logged. */
export const signOut = async (): Promise<void> => {
  try {
    await browserApi(signOutEndpoint)
    userActions.signOutSuccess()
  } catch (error) {
    // oxlint-disable-next-line no-console -- the reader stays signed in
    console.log(errorMessage(error))
  }
}
