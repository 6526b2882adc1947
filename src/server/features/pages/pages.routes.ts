import type { Context, Hono } from 'hono'
import { pageAccess } from '#contract/pages.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import { TAGS_HEADER } from '#server/platform/cache/cache-tags.ts'
import type { Database } from '#server/platform/database/database.ts'
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
  readonly db: Database
  /** The app's own API, for a request with these headers. */
  readonly callApi: (context: Context<AppEnv>, headers: Record<string, string>) => SendToApi
}

/** For good, but not for ever: a post can be deleted, or have another title. */
const MOVED_CACHE_CONTROL = 'public, max-age=3600'

/**
 * Every address that is nothing else is a page. A public page is rendered as
 * nobody in particular, so that it is the same for all; only guarded pages see the session.
 */
export function mountPages(app: Hono<AppEnv>, { pages, db, callApi }: Dependencies): void {
  const redirectMoved = async (url: URL): Promise<Response | null> => {
    const path = await findMovedPost(db, url)
    return path === null ? null : new Response(null, { status: 301, headers: { location: path, 'Cache-Control': MOVED_CACHE_CONTROL } })
  }

  app.get('*', async (context) => {
    const url = new URL(context.req.url)
    // The one address of another blog at which we have a page, too; that one is kept, without a number.
    if (isNumberedAddress(url)) return (await redirectMoved(url)) ?? context.redirect('/', 302)
    const isPublic = pageAccess(context.req.path) === 'everyone'
    const cookie = context.req.header('cookie')
    const tags = new Set<string>()
    const send = collectTags(callApi(context, isPublic || cookie === undefined ? {} : { cookie }), tags)
    const page = await pages.renderPage(context.req.raw, send)
    const moved = page.status === 404 ? await redirectMoved(url) : null
    if (moved) return moved
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
