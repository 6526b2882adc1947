import type { Context } from 'hono'
import type { CallerRole } from '#platform/contract/audiences.ts'
import type { InProcessCall, InProcessInput, RenderedPage } from '#platform/contract/rendered-page.ts'
import type { RenderMail } from '#site/contract/mail.ts'
import type { FormResult } from '#platform/contract/form.ts'
import { findPage, type MatchedPage, pageAccess } from '#pages/pages.ts'
import { accessWhenClosed } from '#platform/contract/closed-blog.ts'
import { signInPath } from '#platform/contract/return-path.ts'
import type { CallEndpoint, Caller } from '#platform/http/call-endpoint.ts'
import type { CallerOf } from '#platform/http/caller.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { toAppError } from '#platform/http/error-response.ts'
import type { Logger } from '#platform/process/logger.ts'
import { withoutTokens } from '#platform/security/tokens.ts'
import { endpoints } from '#app/contract/endpoints.ts'
import type { AppError } from '#platform/contract/errors.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'

export interface RenderOptions {
  /** Request id, shown on an error page and logged. */
  readonly reference: string
  /** Called with an error that led to an error page. */
  readonly onError: (error: unknown) => void
  /** Who shares the page. */
  readonly role: CallerRole
  /** Result of a submitted form, which the page shows. */
  readonly form?: FormResult | undefined
}

/** The web build, passed in at the start: server and web never import each other. */
export interface Pages {
  readonly renderPage: (url: URL, call: InProcessCall, options: RenderOptions) => Promise<RenderedPage>
  readonly renderMail: RenderMail
  /** Inline scripts and styles of pages, which the content security policy allows by hash. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
}

export interface PageDependencies {
  readonly pages: Pages
  readonly callEndpoint: CallEndpoint
  readonly callerOf: CallerOf
  readonly logger: Logger
}

interface PageRequest {
  readonly url: URL
  readonly addCacheTags?: Caller['addCacheTags']
  readonly form?: FormResult
}

/** Returns the sign-in path if the blog is closed to this person; null if they may open the address. */
export async function findSignInRedirect(url: URL, caller: Pick<Caller, 'findAudience' | 'isBlogClosed'>): Promise<string | null> {
  const access = await accessWhenClosed(findPage(url.pathname)?.page ?? {}, caller)
  return access === 'open' ? null : signInPath(url.pathname + url.search)
}

/** Renders a page; throws if it is unknown who may open it. Only guarded pages are rendered with a session; none starts or ends one. */
export async function renderPage(
  context: Context<AppEnv>,
  { url, form, addCacheTags = () => {} }: PageRequest,
  { pages, callEndpoint, callerOf, logger }: PageDependencies,
): Promise<RenderedPage> {
  const { requestId } = context.env
  const isGuarded = pageAccess(url.pathname) !== 'everyone'
  // A submitted form may have ended the session.
  const caller = callerOf(context, { session: isGuarded ? 'read' : 'none', addCacheTags, isAfterWrite: form !== undefined })
  const role = await caller.findRole()
  const call = createInProcessCall({ callEndpoint, caller, toAppError: (error) => toAppError(error, { logger, requestId }) })
  const onError = (error: unknown) => logger.error({ requestId, path: withoutTokens(url.pathname), err: error }, 'page failed to render')
  const [signIn, page] = await Promise.all([
    // Parallel, so that an unresponsive database delays the response only once.
    findSignInRedirect(url, caller),
    pages.renderPage(url, call, { reference: requestId, onError, role, form }),
  ])
  return signIn === null ? page : { status: 302, headers: { location: signIn }, html: '' }
}

/** Removes query parameters that the table of pages does not name, so that they cannot vary a cached page. */
export function withKnownQuery(url: URL, match: MatchedPage | null): URL {
  const known = new URL(url)
  known.search = ''
  for (const name of match?.page.query ?? []) {
    const value = url.searchParams.get(name)
    if (value !== null) known.searchParams.set(name, value)
  }
  return known
}

interface Options {
  readonly callEndpoint: CallEndpoint
  readonly caller: Caller
  /** Turns any thrown value into an AppError, and logs unexpected ones. */
  readonly toAppError: (error: unknown) => AppError
}

/** API for the page renderer. Calls run with the session and audience of the page request. */
export function createInProcessCall({ callEndpoint, caller, toAppError }: Options): InProcessCall {
  return async (key, input) => {
    try {
      const endpoint = READS.get(key)
      if (!endpoint) throw new Error(`${key} is not a GET endpoint.`)
      return { ok: true, body: await callEndpoint(endpoint, rawInput(input), caller) }
    } catch (error) {
      const known = toAppError(error)
      return { ok: false, error: known.toBody(), retryAfterSeconds: known.retryAfterSeconds }
    }
  }
}

const READS: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(endpoints).flatMap((endpoint: Endpoint) => (endpoint.key.startsWith('GET ') ? [[endpoint.key, endpoint]] : [])),
)

const rawInput = ({ params = {}, query = {} }: InProcessInput) => ({
  params,
  query: Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  readBody: () => Promise.resolve({}),
})
