import type { Context, Hono } from 'hono'
import { findPage } from '#contract/pages.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import { SURROGATE_KEY } from '#server/platform/http/surrogate-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AppEnv } from '#server/platform/http/request-context.ts'
import { withText } from '#server/platform/http/response-text.ts'
import { type PageDependencies, renderPage, withKnownQuery } from './render-page.ts'

/** Permanent, but a post can be deleted or renamed. */
const MOVED_HEADERS = { 'Cache-Control': 'public, max-age=3600' }

/** Every address that is nothing else is a page: GET loads its data through the API, then renders it. */
export function mountPages(app: Hono<AppEnv>, { db, ...dependencies }: PageDependencies & { readonly db: Database }): void {
  app.get('*', async (context) => {
    const match = findPage(context.req.path)
    const url = withKnownQuery(new URL(context.req.url), match)
    // The only old address at which we have a page of our own.
    if (isNumberedAddress(url)) return redirectMoved(context, await findMovedPost(db, url)) ?? context.redirect('/', 302)
    const tags = new Set<string>()
    const page = await renderPage(context, { url, addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) }, dependencies)
    const moved = page.status === 404 ? redirectMoved(context, await findMovedPost(db, new URL(context.req.url))) : null
    if (moved) return moved
    const isGuarded = match !== null && match.page.access !== 'everyone'
    // The response cache replaces it on what it shares.
    const cacheControl = isGuarded ? 'private, no-store' : 'private, no-cache'
    const headers: Record<string, string> = { 'cache-control': cacheControl, ...page.headers }
    if (tags.size > 0) headers[SURROGATE_KEY] = [...tags].join(' ')
    const { status, html } = page
    return html === '' ? new Response(null, { status, headers }) : withText(new Response(html, { status, headers }), html)
  })
}

const redirectMoved = (context: Context<AppEnv>, path: string | null): Response | null =>
  path === null ? null : context.body(null, 301, { ...MOVED_HEADERS, Location: path })
