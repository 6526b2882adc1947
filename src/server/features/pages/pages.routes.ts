import type { Context, Hono } from 'hono'
import { pageAccess } from '#contract/pages.ts'
import { TAGS_HEADER } from '#server/platform/cache/cache-tags.ts'
import type { AppEnv } from '#server/platform/http/middleware.ts'
import type { Logger } from '#server/platform/logger.ts'

/** Calls the API in this process, as the browser would over HTTP. */
export type SendToApi = (path: string, init?: RequestInit) => Promise<Response>

/** The built web, handed in by whoever starts the blog: server and web never import each other. */
export interface Pages {
  readonly renderPage: (request: Request, send: SendToApi, onError?: (error: unknown) => void) => Promise<Response>
  /** Scripts that stand in every page; the security policy allows just these, by hash. */
  readonly inlineScripts: readonly string[]
}

interface Dependencies {
  readonly pages: Pages
  readonly logger: Logger
  /** The app's own API, for a request with these headers. */
  readonly callApi: (context: Context<AppEnv>, headers: Record<string, string>) => SendToApi
}

/**
 * Every address that is nothing else is a page. A public page is rendered as
 * nobody in particular, so that it is the same for all; only guarded pages see the session.
 */
export function mountPages(app: Hono<AppEnv>, { pages, logger, callApi }: Dependencies): void {
  app.get('*', async (context) => {
    const isPublic = pageAccess(context.req.path) === 'everyone'
    const cookie = context.req.header('cookie')
    const tags = new Set<string>()
    const send = collectTags(callApi(context, isPublic || cookie === undefined ? {} : { cookie }), tags)
    const { path } = context.req
    const page = await pages.renderPage(context.req.raw, send, (error) =>
      logger.error({ requestId: context.get('requestId'), path, err: error }, 'a page could not be rendered'),
    )
    const response = new Response(page.body, page)
    if (!isPublic) response.headers.set('Cache-Control', 'private, no-store')
    else if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-cache')
    if (tags.size > 0) response.headers.set(TAGS_HEADER, [...tags].join(' '))
    return response
  })
}

/** A page is made from what its calls were made from. */
const collectTags =
  (send: SendToApi, tags: Set<string>): SendToApi =>
  async (path, init) => {
    const response = await send(path, init)
    for (const tag of response.headers.get(TAGS_HEADER)?.split(' ') ?? []) tags.add(tag)
    return response
  }
