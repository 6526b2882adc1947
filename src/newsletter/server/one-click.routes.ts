import { endFollowing } from '#newsletter/contract/newsletter.endpoints.ts'
import type { newsletterResponses } from '#newsletter/contract/public-responses.ts'
import type { CallEndpoint } from '#platform/http/call-endpoint.ts'
import type { PublicHandlers } from '#platform/http/public-responses.ts'

const PRIVATE = { 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'strict-origin' }

/**
 * The address of `List-Unsubscribe` (RFC 8058). Mail programs post to it without a session; the body is ignored.
 * A GET redirects to the page instead, so that programs that open every link of a mail end nothing.
 */
export const oneClickRoutes = (callEndpoint: CallEndpoint): PublicHandlers<typeof newsletterResponses> => ({
  async oneClickEnd({ request, query, ...caller }) {
    const link = query.get('link')
    if (request.method !== 'POST') {
      const target = `/following?${new URLSearchParams({ link: link ?? '', what: query.get('what') ?? '' })}`
      return { status: 303, body: null, headers: { ...PRIVATE, Location: target } }
    }
    const body = { link: link ?? undefined, what: query.get('what') ?? undefined }
    const input = { params: {}, query: {}, readBody: async () => body }
    await callEndpoint(endFollowing, input, { ...caller, setSession: () => {}, canSetSession: false })
    return { body: 'This has ended: no more of these mails come to you.\n', type: 'text/plain; charset=UTF-8', headers: PRIVATE }
  },
})
