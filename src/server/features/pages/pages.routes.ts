import type { Context, Hono } from 'hono'
import type { DirectCall } from '#contract/direct-call.ts'
import { pageAccess } from '#contract/pages.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import { TAGS_HEADER } from '#server/platform/cache/cache-tags.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CallEndpoint, Caller } from '#server/platform/http/call-endpoint.ts'
import { createDirectCall } from '#server/platform/http/direct-call.ts'
import { type AppEnv, toAppError } from '#server/platform/http/middleware.ts'
import { readCookie, readSessionCookie } from '#server/platform/http/session-cookie.ts'
import type { Logger } from '#server/platform/logger.ts'

export interface RenderOptions {
  /** Shown where the page fails, so that it can be found in the log. */
  readonly reference: string
  /** Told of an error that became an error screen. */
  readonly onError: (error: unknown) => void
}

/** The built web, handed in by whoever starts the blog: server and web never import each other. */
export interface Pages {
  readonly renderPage: (request: Request, call: DirectCall, options: RenderOptions) => Promise<Response>
  /** Scripts that stand in every page; the security policy allows just these, by hash. */
  readonly inlineScripts: readonly string[]
}

interface Dependencies {
  readonly pages: Pages
  readonly db: Database
  readonly callEndpoint: CallEndpoint
  readonly logger: Logger
}

/** For good, but not for ever: a post can be deleted, or have another title. */
const MOVED_CACHE_CONTROL = 'public, max-age=3600'

/**
 * Every address that is nothing else is a page. A public page is rendered as
 * nobody in particular, so that it is the same for all; only guarded pages see the session.
 */
export function mountPages(app: Hono<AppEnv>, { pages, db, callEndpoint, logger }: Dependencies): void {
  const redirectMoved = async (url: URL): Promise<Response | null> => {
    const path = await findMovedPost(db, url)
    return path === null ? null : new Response(null, { status: 301, headers: { location: path, 'Cache-Control': MOVED_CACHE_CONTROL } })
  }

  app.get('*', async (context) => {
    const url = new URL(context.req.url)
    // The one address of another blog at which we have a page, too; that one is kept, without a number.
    if (isNumberedAddress(url)) return (await redirectMoved(url)) ?? context.redirect('/', 302)
    const isPublic = pageAccess(context.req.path) === 'everyone'
    const tags = new Set<string>()
    const requestId = context.get('requestId')
    const call = createDirectCall({
      callEndpoint,
      caller: callerOf(context, { isPublic, tags }),
      toAppError: (error) => toAppError(error, { logger, requestId }),
    })
    const onError = (error: unknown) => logger.error({ requestId, path: context.req.path, err: error }, 'a page could not be rendered')
    const response = await pages.renderPage(context.req.raw, call, { reference: requestId, onError })
    const moved = response.status === 404 ? await redirectMoved(url) : null
    if (moved) return moved
    if (!isPublic) response.headers.set('Cache-Control', 'private, no-store')
    else if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-cache')
    if (context.env?.collectTags && tags.size > 0) response.headers.set(TAGS_HEADER, [...tags].join(' '))
    return response
  })
}

/** A page is made from what its calls were made from. Limits by address hold for the searches that it makes, too. */
function callerOf(context: Context<AppEnv>, { isPublic, tags }: { isPublic: boolean; tags: Set<string> }): Caller {
  const request = context.req.raw
  return {
    sessionToken: isPublic ? undefined : readSessionCookie(request),
    address: context.get('address'),
    userAgent: request.headers.get('user-agent') ?? '',
    readCookie: (name) => (isPublic ? undefined : readCookie(request, name)),
    // A page is read: it neither begins nor ends a session.
    setSession: () => {},
    madeFrom: (...made) => made.forEach((tag) => tags.add(tag)),
  }
}
