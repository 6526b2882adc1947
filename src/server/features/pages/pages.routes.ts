import type { Context, Hono } from 'hono'
import type { Audience } from '#contract/audiences.ts'
import { findPage, type MatchedPage } from '#contract/pages.ts'
import { signInPath } from '#contract/return-path.ts'
import { findMovedPost, isNumberedAddress } from '#server/features/old-addresses.ts'
import { SURROGATE_KEY } from '#server/platform/http/surrogate-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AppEnv } from '#server/platform/http/request-context.ts'
import { withText } from '#server/platform/http/response-text.ts'
import { isBehindSignIn } from './behind-sign-in.ts'
import { audienceOfRequest, findWayIn, type PageDependencies, renderPage, withKnownQuery } from './render-page.ts'

/** Permanent, but a post can be deleted, renamed, or be for fewer people. */
const cacheHeaders = (audience: Audience) => ({ 'Cache-Control': audience === 'public' ? 'public, no-cache' : 'private, no-cache' })

/** Every address that is nothing else is a page: GET loads its data through the API, then renders it. */
export function mountPages(app: Hono<AppEnv>, { db, ...dependencies }: PageDependencies & { readonly db: Database }): void {
  app.get('*', async (context) => {
    const match = findPage(context.req.path)
    const url = withKnownQuery(new URL(context.req.url), match)
    // The only old address at which we have a page of our own.
    if (isNumberedAddress(url)) return (await redirectElsewhere(context, match, { db, ...dependencies })) ?? context.redirect('/', 302)
    const tags = new Set<string>()
    const page = await renderPage(context, { url, addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) }, dependencies)
    const elsewhere = page.status === 404 ? await redirectElsewhere(context, match, { db, ...dependencies }) : null
    if (elsewhere) return elsewhere
    const isGuarded = match !== null && match.page.access !== 'everyone'
    // The response cache replaces it on what it shares.
    const cacheControl = isGuarded ? 'private, no-store' : 'private, no-cache'
    const headers: Record<string, string> = { 'cache-control': cacheControl, ...page.headers }
    if (tags.size > 0) headers[SURROGATE_KEY] = [...tags].join(' ')
    const { status, html } = page
    return html === '' ? new Response(null, { status, headers }) : withText(new Response(html, { status, headers }), html)
  })
}

/** To the post that stood here on another blog; a visitor to the sign-in page before what is for readers or the family. */
async function redirectElsewhere(
  context: Context<AppEnv>,
  match: MatchedPage | null,
  { db, ...dependencies }: PageDependencies & { readonly db: Database },
): Promise<Response | null> {
  const url = new URL(context.req.url)
  const audience = await audienceOfRequest(context, dependencies)
  const wayIn = await findWayIn(url, audience, dependencies)
  if (wayIn !== null) return context.redirect(wayIn, 302)
  const moved = await findMovedPost(db, url, audience)
  if (moved !== null) return context.body(null, 301, { ...cacheHeaders(audience), Location: moved })
  if (audience !== 'public' || !(await isBehindSignIn(db, url, match))) return null
  return context.body(null, 303, { 'Cache-Control': 'private, no-store', Location: signInPath(url.pathname + url.search) })
}
