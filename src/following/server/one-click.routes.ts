import type { Hono } from 'hono'
import { endFollowing } from '#following/contract/following.endpoints.ts'
import type { CallEndpoint } from '#platform/http/call-endpoint.ts'
import { callerOf } from '#platform/http/caller.ts'
import type { AppEnv } from '#platform/http/request-context.ts'

interface Options {
  readonly callEndpoint: CallEndpoint
  readonly publicUrl: string
}

const PRIVATE = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex', 'Referrer-Policy': 'strict-origin' }

/**
 * Mounts the address of `List-Unsubscribe` (RFC 8058). Mail programs post to it without a session; the body is ignored.
 * A GET redirects to the page instead, so that programs that open every link of a mail end nothing.
 */
export function mountOneClickEnd(app: Hono<AppEnv>, { callEndpoint, publicUrl }: Options): void {
  app.post('/following/end', async (context) => {
    const { link, what } = context.req.query()
    const input = { params: {}, query: {}, readBody: async () => ({ link, what }) }
    await callEndpoint(endFollowing, input, callerOf(context, { publicUrl, session: 'none', addCacheTags: () => {} }))
    return context.text('This has ended: no more of these mails come to you.\n', 200, PRIVATE)
  })
  app.get('/following/end', (context) => {
    const query = new URLSearchParams({ link: context.req.query('link') ?? '' })
    return context.body(null, 303, { ...PRIVATE, Location: `/following?${query}` })
  })
}
