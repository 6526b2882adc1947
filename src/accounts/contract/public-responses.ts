import { publicResponse } from '#platform/contract/public-response.ts'

const POPUP = { sharing: 'nobody', caching: 'never', whenClosed: 'open' } as const

/** The popup of the identity provider: start → provider → callback, which posts the result to the opener. */
export const identityResponses = {
  identityStart: publicResponse('/api/auth/google/start', POPUP),
  // Needs the secrets of a flow that was started.
  identityCallback: publicResponse('/api/auth/google/callback', POPUP),
}
