import { ACCOUNT_RATE_LIMITS } from '#accounts/contract/account-limits.ts'
import { createHash } from 'node:crypto'
import type { identityResponses } from '#accounts/contract/public-responses.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicContent, PublicHandlers } from '#platform/http/public-responses.ts'
import { takeFromLimit } from '#platform/security/rate-limit.ts'
import type { Logger } from '#platform/process/logger.ts'
import { CALLBACK_PATH, type IdentityProvider, IdentityRefused } from './identity.ts'
import { createFlow, findFlow, FLOW_COOKIE, flowCookie } from './sign-in-flows.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly logger: Logger
  readonly provider: IdentityProvider | null
  readonly publicUrl: string
}

/** Message from the popup to its opener; src/accounts/web/session/google-button.tsx reads it. */
type PopupResult =
  | { readonly kind: 'identity'; readonly name: string; readonly email: string; readonly googlePhotoUrl: string; readonly idToken: string }
  | { readonly kind: 'failed' }

/**
 * Posts the result to the opener, if that has our origin. Where the provider's pages severed the opener, the script uses a
 * BroadcastChannel, which is limited to our origin. The message is useless without this browser's cookie.
 */
const SCRIPT = `(function(){var r=JSON.parse(document.getElementById("result").textContent);if(window.opener)window.opener.postMessage(r,location.origin);else new BroadcastChannel("google-sign-in").postMessage(r);window.close()})()`

const HEADERS = {
  'Content-Security-Policy': `default-src 'none'; script-src 'sha256-${createHash('sha256').update(SCRIPT).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // The provider's pages send no such header; a different value here would sever the popup from its opener.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Referrer-Policy': 'no-referrer',
}

/** Routes of the popup: start → provider → callback, which posts the result to the opener and closes the popup. */
export function popupRoutes(dependencies: Dependencies): PublicHandlers<typeof identityResponses> {
  const { db, now, logger, publicUrl } = dependencies
  const secure = publicUrl.startsWith('https:')
  return {
    identityStart: ({ address, outside }) =>
      withFailurePage(logger, async () => {
        const provider = requireProvider(dependencies)
        await takeFromLimit(db, ACCOUNT_RATE_LIMITS.identityFlowsPerAddress, { key: address, now: now() })
        const { token, secrets } = await createFlow(db, now())
        const { href } = await outside(() => provider.authorizationUrl(secrets))
        return { status: 302, body: null, headers: { ...HEADERS, Location: href, 'Set-Cookie': flowCookie(token, { secure }) } }
      }),

    identityCallback: ({ request, readCookie, outside }) =>
      withFailurePage(logger, async () => {
        const provider = requireProvider(dependencies)
        const token = readCookie(FLOW_COOKIE)
        const secrets = token === undefined ? undefined : await findFlow(db, token, now())
        if (!secrets) throw new IdentityRefused('no pending sign-in')
        const callback = new URL(CALLBACK_PATH + new URL(request.url).search, publicUrl)
        const idToken = await outside(() => provider.exchange(callback, secrets))
        return showResult(200, { kind: 'identity', ...readUnverified(idToken), idToken })
      }),
  }
}

function requireProvider({ provider }: Dependencies): IdentityProvider {
  if (!provider) throw new AppError('not_found', 'There is no such call.')
  return provider
}

/** Responds to every failure with a page that notifies the opener. */
async function withFailurePage(logger: Logger, work: () => Promise<PublicContent>): Promise<PublicContent> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') throw error
    if (error instanceof IdentityRefused) logger.warn({ reason: error.reason }, 'identity sign-in failed')
    else if (!(error instanceof AppError)) logger.error({ err: error }, 'the identity provider could not be asked')
    const retryAfter = error instanceof AppError ? error.retryAfterSeconds : undefined
    const status = error instanceof AppError ? error.status : error instanceof IdentityRefused ? 401 : 503
    return showResult(status, { kind: 'failed' }, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) })
  }
}

function showResult(status: number, result: PopupResult, headers: Readonly<Record<string, string>> = {}): PublicContent {
  const line =
    result.kind === 'identity' ? 'Thank you. You can close this window.' : 'That did not work this time. You can close this window.'
  const json = JSON.stringify(result).replaceAll('<', String.raw`\u003c`)
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign In</title></head>
<body><p>${line}</p><script type="application/json" id="result">${json}</script><script>${SCRIPT}</script></body></html>`
  return { status, body, type: 'text/html; charset=utf-8', headers: { ...HEADERS, ...headers } }
}

/** Fields that the API's request body requires. The API ignores their values and verifies the token instead. */
function readUnverified(idToken: string) {
  const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString('utf8')) as Record<string, unknown>
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { name: text(claims['name']), email: text(claims['email']), googlePhotoUrl: text(claims['picture']) }
}
