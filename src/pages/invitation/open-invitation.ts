import { openInvitation } from '#accounts/contract/invitations.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { ApiError, errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { tabStorage } from '#ui/store/browser-storage.ts'
import { readLinkToken } from '#accounts/web/index.ts'

export type InvitationState =
  | { readonly type: 'loading' }
  | { readonly type: 'failed'; readonly message: string; readonly mayHelpToRetry: boolean }
  | { readonly type: 'open'; readonly token: string; readonly invitation: CallOutput<typeof openInvitation> }

/** Stores the token while the user signs in: it must not be in a URL that a server sees. */
const KEY = 'invitation'

/** @param token null deletes it */
export const storeInvitation = (token: string | null): void => tabStorage.write(KEY, token)

const NO_TOKEN = 'This page needs the link of an invitation. A part of it is missing: please open it once more from where you got it.'

const load = async (): Promise<InvitationState> => {
  const token = readLinkToken() || tabStorage.read(KEY)
  if (!token) return { type: 'failed', message: NO_TOKEN, mayHelpToRetry: false }
  try {
    return { type: 'open', token, invitation: await browserApi(openInvitation, { body: { token } }) }
  } catch (error) {
    const isOver = error instanceof ApiError && [400, 404, 410].includes(error.status)
    return { type: 'failed', message: errorMessage(error), mayHelpToRetry: !isOver }
  }
}

const LOADING: InvitationState = { type: 'loading' }
let state: InvitationState = LOADING
const listeners = new Set<() => void>()

const change = (changed: InvitationState) => {
  state = changed
  for (const listener of listeners) listener()
}

const open = () => {
  change(LOADING)
  void load().then(change)
}

/** The invitation in the fragment of the URL, which only the browser sees. Loaded when subscribed to, and when the fragment changes. */
export const openedInvitation = {
  get: (): InvitationState => state,
  getOnServer: (): InvitationState => LOADING,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    addEventListener('hashchange', open)
    open()
    return () => {
      listeners.delete(listener)
      removeEventListener('hashchange', open)
    }
  },
}
