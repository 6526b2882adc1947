import { AppError } from '#platform/contract/errors.ts'
import { BUSY_RETRY_SECONDS } from './admission.ts'
import { errorResponse } from './error-response.ts'
import type { HeaderRecord } from './prepared-response.ts'

/** 503 with `Retry-After`: a page for readers, the error form for calls. */
export function busyResponse(request: Request, securityHeaders: HeaderRecord): Response {
  const busy = new AppError('unavailable', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS })
  if (/^https?:\/\/[^/]*\/(api|files)\b/i.test(request.url)) return withHeaders(errorResponse(busy), securityHeaders)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><h1>One moment, please</h1><p>${busy.message}</p></html>`
  return new Response(html, {
    status: 503,
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(BUSY_RETRY_SECONDS),
    },
  })
}

function withHeaders(response: Response, headers: HeaderRecord): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}
