import type { Context, Hono } from 'hono'
import type { InProcessCall } from '#contract/in-process-call.ts'
import { findPage, type MatchedPage } from '#contract/pages.ts'
import type { RenderedPage } from '#contract/rendered-page.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import { SURROGATE_KEY } from '#server/platform/http/surrogate-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { CallEndpoint, Caller } from '#server/platform/http/call-endpoint.ts'
import type { AppEnv } from '#server/platform/http/request-context.ts'
import { readSessionCookie } from '#server/platform/http/session-cookie.ts'
import { toAppError } from '#server/platform/http/to-app-error.ts'
import type { Logger } from '#server/platform/logger.ts'
import { createInProcessCall } from './call-in-process.ts'

export interface RenderOptions {
  /** The request's id: an error page shows it, and the log has it. */
  readonly reference: string
  /** Called with an error that became an error page. */
  readonly onError: (error: unknown) => void
}

/** The built web, passed in by the start: server and web never import each other. */
export interface Pages {
  readonly renderPage: (url: URL, call: InProcessCall, options: RenderOptions) => Promise<RenderedPage>
  /** Scripts that stand in every page; the content security policy allows them by hash. */
  readonly inlineScripts: readonly string[]
}

interface Dependencies {
  readonly pages: Pages
  readonly db: Database
  readonly callEndpoint: CallEndpoint
  readonly logger: Logger
  readonly publicUrl: string
}

/** Permanent, but a post can be deleted or renamed. */
const MOVED_HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** Every address that is nothing else is a page: GET loads its data through the API, then renders it. */
export function mountPages(app: Hono<AppEnv>, { pages, db, callEndpoint, logger, publicUrl }: Dependencies): void {
  app.get('*', async (context) => {
    const match = findPage(context.req.path)
    const url = withKnownQuery(new URL(context.req.url), match)
    // The only old address at which we have a page of our own.
    if (isNumberedAddress(url)) return redirectMoved(context, await findMovedPost(db, url)) ?? context.redirect('/', 302)
    const { requestId } = context.env
    const tags = new Set<string>()
    const isGuarded = match !== null && match.page.access !== 'everyone'
    const sessionToken = isGuarded ? readSessionCookie(context.req.raw, publicUrl) : undefined
    const caller = callerOf(context, sessionToken, (...added) => added.forEach((tag) => tags.add(tag)))
    const call = createInProcessCall({ callEndpoint, caller, toAppError: (error) => toAppError(error, { logger, requestId }) })
    const onError = (error: unknown) => logger.error({ requestId, path: url.pathname, err: error }, 'page failed to render')
    const page = await pages.renderPage(url, call, { reference: requestId, onError })
    const moved = page.status === 404 ? redirectMoved(context, await findMovedPost(db, new URL(context.req.url))) : null
    if (moved) return moved
    const cacheControl = isGuarded ? 'private, no-store' : 'no-cache'
    const headers: Record<string, string> = { 'cache-control': cacheControl, ...page.headers }
    if (tags.size > 0) headers[SURROGATE_KEY] = [...tags].join(' ')
    return new Response(page.html === '' ? null : page.html, { status: page.status, headers })
  })
}

/** Only what the table of pages names reaches a page, so that nothing else can change a cached one. */
function withKnownQuery(url: URL, match: MatchedPage | null): URL {
  const known = new URL(url)
  known.search = ''
  for (const name of match?.page.query ?? []) {
    const value = url.searchParams.get(name)
    if (value !== null) known.searchParams.set(name, value)
  }
  return known
}

const redirectMoved = (context: Context<AppEnv>, path: string | null): Response | null =>
  path === null ? null : context.body(null, 301, { ...MOVED_HEADERS, Location: path })

/** Public pages are rendered without a session. No page begins or ends one. */
function callerOf(context: Context<AppEnv>, sessionToken: string | undefined, addCacheTags: Caller['addCacheTags']): Caller {
  return {
    sessionToken,
    address: context.env.clientAddress,
    userAgent: context.req.header('user-agent') ?? '',
    readCookie: () => undefined,
    setSession: () => {},
    canSetSession: false,
    addCacheTags,
  }
}
