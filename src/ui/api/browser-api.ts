import type { ErrorBody } from '#platform/contract/errors.ts'
import { appStore } from '#ui/store/app-store.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type Api, createApiClient, readFile } from './client.ts'

/** A call refused because the session has ended. */
export interface Refusal {
  readonly isWrite: boolean
  /** The message of the admin who disabled the account. */
  readonly reason: string | null
}

let notifyUnauthorized: (refusal: Refusal) => void = () => {}

/** Registers the listener for refused calls of a signed-in user. */
export const onUnauthorized = (listener: (refusal: Refusal) => void): void => {
  notifyUnauthorized = listener
}

/** Sign-in endpoints: their 401 means a wrong password, not an ended session. */
const SIGN_INS = ['/api/auth/signin', '/api/auth/code/sign-in', '/api/auth/link', '/api/auth/passkey', '/api/auth/google']
const isSignIn = (path: string) => SIGN_INS.includes(path)

const readReason = async (response: Response): Promise<string | null> => {
  const body = (await response.json().catch(() => null)) as Partial<ErrorBody> | null
  return body?.code === 'account_disabled' && typeof body.message === 'string' ? body.message : null
}

const send = async (path: string, init: RequestInit): Promise<Response> => {
  const wasSignedIn = appStore.getState().user.currentUser !== null
  const response = await fetch(path, { ...init, credentials: 'same-origin' })
  if (response.status === 401 && wasSignedIn && !isSignIn(path)) {
    notifyUnauthorized({ isWrite: init.method !== 'GET', reason: await readReason(response.clone()) })
  }
  return response
}

let confirmUser: (() => Promise<void>) | null = null

/** Registers what asks the user 'Is it you?': it resolves once they have shown it, and rejects if they cancel. */
export const onRecentSignInRequired = (confirm: () => Promise<void>): (() => void) => {
  confirmUser = confirm
  return () => {
    confirmUser = null
  }
}

/** With a field it is about the password that was given. */
const needsRecentSignIn = (error: unknown) =>
  error instanceof ApiError && error.code === 'recent_sign_in_required' && error.field === undefined

/** Sends a call again that the server refused because the last sign-in was too long ago, once the user has confirmed. */
const confirmed =
  <Arguments extends unknown[], Output>(call: (...args: Arguments) => Promise<Output>) =>
  async (...args: Arguments): Promise<Output> => {
    try {
      return await call(...args)
    } catch (error) {
      if (confirmUser === null || !needsRecentSignIn(error)) throw error
      await confirmUser()
      return call(...args)
    }
  }

/** For the calls that confirm the user: one that is refused must not wait for the confirmation that it is part of. */
export const confirmingApi = createApiClient(send)

/** The API in the browser. Never call it while rendering on the server. */
export const browserApi = confirmed(confirmingApi) as Api

/** As `browserApi`, for responses of any length that are saved as a file. */
export const browserDownload = confirmed(createApiClient(send, readFile)) as (endpoint: Endpoint) => Promise<Blob>
