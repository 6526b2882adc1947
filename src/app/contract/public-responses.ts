import { identityResponses } from '#accounts/contract/public-responses.ts'
import { newsletterResponses } from '#newsletter/contract/public-responses.ts'
import { drawingResponses, fileResponses } from '#media/contract/public-responses.ts'
import { shareResponses } from '#media/contract/share.ts'
import type { PublicResponseTable } from '#platform/contract/public-response.ts'
import { discoveryResponses, feedResponses } from '#posts/contract/public-responses.ts'
import { iconResponses } from '#site/contract/icons.ts'

/** Every response that is neither a page nor a call of the API. Addresses of former blogs are redirected by the pages. */
export const publicResponses = {
  ...identityResponses,
  ...newsletterResponses,
  ...discoveryResponses,
  ...feedResponses,
  ...drawingResponses,
  ...iconResponses,
  ...fileResponses,
  ...shareResponses,
} as const satisfies PublicResponseTable

export type PublicResponseName = keyof typeof publicResponses
