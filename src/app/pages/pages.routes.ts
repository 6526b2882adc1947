import type { Context, Hono } from 'hono'
import { audienceOfRole, type CallerRole } from '#platform/contract/audiences.ts'
import { CACHING } from '#platform/contract/public-response.ts'
import { isFreePart } from '#site/contract/blog-pages.ts'
import { findPage, type MatchedPage } from '#pages/pages.ts'
import { MEMBERS_ONLY, signInPath } from '#platform/contract/return-path.ts'
import { findMovedAddress, isFormerQuery, type MayOpenFile } from '#posts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { errorPage, toAppError } from '#platform/http/error-response.ts'
import { permissionsPolicy } from '#platform/http/middleware.ts'
import { SURROGATE_KEY, withText } from '#platform/http/response-text.ts'
import { isBehindSignIn } from './behind-sign-in.ts'
import { findSignInRedirect, type PageDependencies, renderPage, withKnownQuery } from './render-page.ts'

/** Headers of permanent redirects. Caches must revalidate, as a post can be deleted, renamed or restricted. */
const cacheHeaders = (role: CallerRole) => ({ 'Cache-Control': role === 'visitor' ? CACHING.server : CACHING.client })

interface Dependencies extends PageDependencies {
  readonly db: Database
  readonly mayOpenFile: MayOpenFile
}

/** Handles GET for all other addresses as pages: loads their data through the API and renders them. */
export function mountPages(app: Hono<AppEnv>, dependencies: Dependencies): void {
  app.get('*', async (context) => {
    const { requestId } = context.env
    return respond(context, dependencies).catch((error: unknown) =>
      errorPage(toAppError(error, { logger: dependencies.logger, requestId }), { reference: requestId }),
    )
  })
}

async function respond(context: Context<AppEnv>, dependencies: Dependencies): Promise<Response> {
  const whole = findEncodedFragment(context.req.url)
  if (whole !== null) return context.redirect(whole, 302)
  const match = findPage(context.req.path)
  const url = withKnownQuery(new URL(context.req.url), match)
  // Old addresses such as /?p=7, whose path is a page in Kindred.
  if (isFormerQuery(url)) return (await redirectFormerAddress(context, match, dependencies)) ?? context.redirect('/', 302)
  // Feed readers request old feeds every hour, so addresses that cannot be pages are redirected without rendering.
  const mayBePage = isPage(match)
  const before = mayBePage ? null : await redirectFormerAddress(context, match, dependencies)
  if (before) return before
  const tags = new Set<string>()
  const page = await renderPage(context, { url, addCacheTags: (...added) => added.forEach((tag) => tags.add(tag)) }, dependencies)
  const redirect = page.status === 404 && mayBePage ? await redirectFormerAddress(context, match, dependencies) : null
  if (redirect) return redirect
  const headers: Record<string, string> = { ...headersOf(match), ...page.headers }
  if (tags.size > 0) headers[SURROGATE_KEY] = [...tags].join(' ')
  const { status, html } = page
  return html === '' ? new Response(null, { status, headers }) : withText(new Response(html, { status, headers }), html)
}

/** Some messengers encode the # of a link: returns the page with the token as its fragment again; null for other addresses. */
function findEncodedFragment(address: string): string | null {
  const [path = '', token] = new URL(address).pathname.split('%23')
  const match = token === undefined ? null : findPage(path)
  return match === null || match.id === 'own-page' ? null : `${path}#${token}`
}

function headersOf(match: MatchedPage | null): Record<string, string> {
  const isGuarded = match !== null && match.page.access !== 'everyone'
  // The response cache replaces the header on shared responses.
  const cacheControl = isGuarded ? 'private, no-store' : 'private, no-cache'
  return { 'cache-control': cacheControl, ...(match?.page.records === true ? { 'permissions-policy': permissionsPolicy('(self)') } : {}) }
}

const isPage = (match: MatchedPage | null) => match !== null && (match.id !== 'own-page' || isFreePart(match.params['pageSlug'] ?? ''))

/** Redirects old addresses to imported content, and visitors to sign-in if the content is for the family. */
async function redirectFormerAddress(
  context: Context<AppEnv>,
  match: MatchedPage | null,
  { db, mayOpenFile, callerOf }: Dependencies,
): Promise<Response | null> {
  const url = new URL(context.req.url)
  const caller = callerOf(context, { session: 'none' })
  const signIn = await findSignInRedirect(url, caller)
  if (signIn !== null) return context.redirect(signIn, 302)
  const role = await caller.findRole()
  const moved = await findMovedAddress({ db, mayOpenFile }, url, audienceOfRole(role))
  if (moved !== null) return context.body(null, 301, { ...cacheHeaders(role), Location: moved })
  if (role !== 'visitor' || !(await isBehindSignIn(db, url, match))) return null
  return context.body(null, 303, {
    'Cache-Control': 'private, no-store',
    Location: `${signInPath(url.pathname + url.search)}&${MEMBERS_ONLY}`,
  })
}
