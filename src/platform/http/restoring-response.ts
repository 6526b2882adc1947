import { createHash } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { errorResponse } from './error-response.ts'
import type { HeaderRecord } from './prepared-response.ts'

const RETRY_SECONDS = 15
const MESSAGE = 'A backup is being put in the place of this blog. It is back in a few minutes.'

const STYLE = `:root{color-scheme:light dark;--paper:#fbf7f1;--ink:#2a2420;--soft:#6a5d54}
@media(prefers-color-scheme:dark){:root{--paper:#1b1715;--ink:#efe6dc;--soft:#b9aa9d}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--paper);color:var(--ink);font:1.125rem/1.6 Georgia,serif}
main{max-width:30rem;padding:1.5rem}h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem}p{margin:0 0 1rem}.soft{color:var(--soft)}`

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta http-equiv="refresh" content="${RETRY_SECONDS}"><title>Back in a few minutes</title><style>${STYLE}</style><main><h1>Back in a few minutes</h1><p>${MESSAGE}</p><p class="soft">This page reloads by itself. Afterwards everyone signs in again, with an account of the backup.</p></main></html>`

/** The style is in the page: nothing else is served meanwhile. */
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** 503 while a backup takes the place of the blog: a page that reloads itself for readers, the error form for calls. */
export function restoringResponse(request: Request, securityHeaders: HeaderRecord): Response {
  const error = new AppError('unavailable', MESSAGE, { retryAfterSeconds: RETRY_SECONDS })
  if (/^https?:\/\/[^/]*\/(api|files)\b/i.test(request.url)) {
    const response = errorResponse(error)
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
    return response
  }
  return new Response(request.method === 'HEAD' ? null : PAGE, {
    status: error.status,
    headers: {
      ...securityHeaders,
      'content-security-policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_SECONDS),
    },
  })
}
