import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { pageAccess } from '#contract/pages.ts'
import type { AppEnv } from '#server/platform/http/middleware.ts'

/** Calls the API in this process, as the browser would over HTTP. */
export type SendToApi = (path: string, init?: RequestInit) => Promise<Response>

/** The built web, handed in by whoever starts the blog: server and web never import each other. */
export interface Pages {
  readonly renderPage: (request: Request, send: SendToApi) => Promise<Response>
  /** Scripts that stand in every page; the security policy allows just these, by hash. */
  readonly inlineScripts: readonly string[]
}

interface Dependencies {
  readonly pages: Pages
  /** The app's own API, for a request with these headers. */
  readonly callApi: (context: Context<AppEnv>, headers: Record<string, string>) => SendToApi
}

/**
 * Every address that is nothing else is a page. A public page is rendered as
 * nobody in particular, so that it is the same for all; only guarded pages see the session.
 */
export function mountPages(app: Hono<AppEnv>, { pages, callApi }: Dependencies): void {
  app.get('*', async (context) => {
    const isPublic = pageAccess(context.req.path) === 'everyone'
    const cookie = context.req.header('cookie')
    const send = callApi(context, isPublic || cookie === undefined ? {} : { cookie })
    const response = await pages.renderPage(context.req.raw, send)
    if (!isPublic) return withHeaders(response, { 'Cache-Control': 'private, no-store' })
    return response.status === 200
      ? withValidator(response, context.req.header('if-none-match'))
      : withHeaders(response, { 'Cache-Control': 'no-cache' })
  })
}

/** A page may be kept, but is asked after each time: what was written is seen by the next read. */
async function withValidator(response: Response, ifNoneMatch: string | undefined): Promise<Response> {
  const html = await response.text()
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  const headers = { ETag: etag, 'Cache-Control': 'public, no-cache' }
  if (ifNoneMatch === etag) return new Response(null, { status: 304, headers })
  return withHeaders(new Response(html, response), headers)
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  const changed = new Response(response.body, response)
  for (const [name, value] of Object.entries(headers)) changed.headers.set(name, value)
  return changed
}
