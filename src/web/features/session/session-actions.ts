import type { SignedIn } from '#contract/endpoints/auth.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import type { Api } from '#web/api/client.ts'
import { userActions } from '#web/store/user-actions.ts'
import { tellWhyEnded } from './end-notice.ts'

/** Whether it worked; the failure's message is for the reader. */
export type Outcome = { readonly ok: true } | { readonly ok: false; readonly message: string }

interface Credentials {
  readonly email: string
  readonly password: string
}

const enter = async (call: () => Promise<SignedIn>): Promise<Outcome> => {
  userActions.signInStart()
  try {
    userActions.signInSuccess(await call())
    tellWhyEnded(null)
    return { ok: true }
  } catch (error) {
    const message = errorMessage(error)
    userActions.signInFailure(message)
    return { ok: false, message }
  }
}

export const signIn = (body: Credentials, api: Api = browserApi): Promise<Outcome> => enter(() => api('POST /api/auth/signin', { body }))

/** What the popup of the identity provider brought back (decisions, Accounts). */
export interface GoogleIdentity {
  readonly name: string
  readonly email: string
  readonly googlePhotoUrl: string
  readonly idToken: string
}

export const signInWithGoogle = (body: GoogleIdentity, api: Api = browserApi): Promise<Outcome> =>
  enter(() => api('POST /api/auth/google', { body }))

/** `website` is the field that people do not see. */
interface NewAccount extends Credentials {
  readonly username: string
  readonly website: string
}

export const signUp = async (body: NewAccount, api: Api = browserApi): Promise<Outcome> => {
  try {
    await api('POST /api/auth/signup', { body })
    return { ok: true }
  } catch (error) {
    return { ok: false, message: errorMessage(error) }
  }
}

/** Ends the session. A failure is only logged (spec §4, §8). */
export const signOut = async (api: Api = browserApi): Promise<void> => {
  try {
    await api('POST /api/user/signout')
    userActions.signOutSuccess()
  } catch (error) {
    // oxlint-disable-next-line no-console -- spec §8: only logged
    console.log(errorMessage(error))
  }
}
