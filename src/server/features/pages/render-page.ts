import type { Context } from 'hono'
import type { Audience } from '#contract/audiences.ts'
import type { InProcessCall } from '#contract/in-process-call.ts'
import type { RenderMail } from '#contract/mail.ts'
import type { FormResult } from '#contract/page-forms.ts'
import { findPage, type MatchedPage, pageAccess } from '#contract/pages.ts'
import { signInPath } from '#contract/return-path.ts'
import type { RenderedPage } from '#contract/rendered-page.ts'
import { audienceOfSession } from '#server/platform/http/audience-of-session.ts'
import type { Authenticate, CallEndpoint, Caller } from '#server/platform/http/call-endpoint.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import type { AppEnv } from '#server/platform/http/request-context.ts'
import { readSessionCookie } from '#server/platform/http/session-cookie.ts'
import { toAppError } from '#server/platform/http/to-app-error.ts'
import type { Logger } from '#server/platform/logger.ts'
import { withoutTokens } from '#server/platform/tokens.ts'
import { createInProcessCall } from './call-in-process.ts'

export interface RenderOptions {
  /** The request's id: an error page shows it, and the log has it. */
  readonly reference: string
  /** Called with an error that became an error page. */
  readonly onError: (error: unknown) => void
  /** Who the page is rendered for. */
  readonly audience: Audience
  /** How the form went whose response this page is. */
  readonly form?: FormResult | undefined
}

/** The built web, passed in by the start: server and web never import each other. */
export interface Pages {
  readonly renderPage: (url: URL, call: InProcessCall, options: RenderOptions) => Promise<RenderedPage>
  readonly renderMail: RenderMail
  /** What stands inline in pages; the content security policy allows it by hash. */
  readonly inlineScripts: readonly string[]
  readonly inlineStyles: readonly string[]
}

export interface PageDependencies {
  readonly pages: Pages
  readonly callEndpoint: CallEndpoint
  readonly authenticate: Authenticate
  /** Whether visitors see nothing but what lets them in. */
  readonly isClosed: () => Promise<boolean>
  readonly logger: Logger
  readonly publicUrl: string
}

interface PageRequest {
  readonly url: URL
  readonly addCacheTags?: Caller['addCacheTags']
  readonly form?: FormResult
}

/** Where a closed blog sends a visitor from this address; null where they may see what is there. */
export async function findWayIn(url: URL, audience: Audience, { isClosed }: Pick<PageDependencies, 'isClosed'>): Promise<string | null> {
  if (audience !== 'public' || findPage(url.pathname)?.page.whenClosed === 'open' || !(await isClosed())) return null
  return signInPath(url.pathname + url.search)
}

/** Renders a page. Only guarded ones are rendered with a session; no page begins or ends one. */
export async function renderPage(
  context: Context<AppEnv>,
  { url, form, addCacheTags = () => {} }: PageRequest,
  { pages, callEndpoint, authenticate, isClosed, logger, publicUrl }: PageDependencies,
): Promise<RenderedPage> {
  const { requestId } = context.env
  const isGuarded = pageAccess(url.pathname) !== 'everyone'
  const audience = await audienceOfRequest(context, { authenticate, publicUrl })
  const caller = callerOf(context, { publicUrl, session: isGuarded ? 'read' : 'none', audience, addCacheTags })
  const call = createInProcessCall({ callEndpoint, caller, toAppError: (error) => toAppError(error, { logger, requestId }) })
  const onError = (error: unknown) => logger.error({ requestId, path: withoutTokens(url.pathname), err: error }, 'page failed to render')
  const [wayIn, page] = await Promise.all([
    // Where that cannot be read, neither can what is there: each call asks again. Not one after the other: each would
    // wait for a database that is silent.
    findWayIn(url, audience, { isClosed }).catch(() => null),
    pages.renderPage(url, call, { reference: requestId, onError, audience, form }),
  ])
  return wayIn === null ? page : { status: 302, headers: { location: wayIn }, html: '' }
}

/** That of the shared response, else of the session cookie. */
export const audienceOfRequest = async (
  { env, req }: Context<AppEnv>,
  { authenticate, publicUrl }: Pick<PageDependencies, 'authenticate' | 'publicUrl'>,
): Promise<Audience> => env.sharedBy ?? audienceOfSession(authenticate, readSessionCookie(req.raw, publicUrl))

/** Only what the table of pages names reaches a page, so that nothing else can change a cached one. */
export function withKnownQuery(url: URL, match: MatchedPage | null): URL {
  const known = new URL(url)
  known.search = ''
  for (const name of match?.page.query ?? []) {
    const value = url.searchParams.get(name)
    if (value !== null) known.searchParams.set(name, value)
  }
  return known
}
