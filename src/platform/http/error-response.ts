import { AppError } from '#platform/contract/errors.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isOutage, outageError } from '#platform/process/outage.ts'
import { BUSY_RETRY_SECONDS } from './admission.ts'
import type { HeaderRecord } from './prepared-response.ts'

/** Logs an unknown error in full, and replaces it with one without details. */
export function toAppError(error: unknown, { logger, requestId }: { logger: Logger; requestId: string }): AppError {
  if (error instanceof AppError) return error
  logger.error({ requestId, err: error }, 'request failed')
  return isOutage(error) ? outageError() : new AppError('internal')
}

/** Returns the uniform error response; never cached. */
export function errorResponse(error: AppError): Response {
  return new Response(JSON.stringify(error.toBody()), {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
    },
  })
}

/** The same error for a browser that shows the response: a form was sent where no page could be rendered. */
export function errorPage({ status, message }: AppError): Response {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  return new Response(plainPage('Something is not right', message), { status, headers })
}

const plainPage = (title: string, text: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${escapeHtml(text)}</p><p><a href="/">Go home</a></p></html>`

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const UPGRADE_RETRY_SECONDS = 30
const UPGRADING = 'The blog is being renewed and only shows its pages for a minute or two. Please try again then.'

/** 503 to a write while a new version is watched (decision 83). */
export const upgradingResponse = (request: Request, securityHeaders: HeaderRecord): Response =>
  unavailableResponse(request, securityHeaders, new AppError('unavailable', UPGRADING, { retryAfterSeconds: UPGRADE_RETRY_SECONDS }))

export const busyResponse = (request: Request, securityHeaders: HeaderRecord): Response =>
  unavailableResponse(request, securityHeaders, new AppError('unavailable', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS }))

/** 503 with `Retry-After`: a page for readers, the error form for calls. */
function unavailableResponse(request: Request, securityHeaders: HeaderRecord, busy: AppError): Response {
  if (/^https?:\/\/[^/]*\/(api|files)\b/i.test(request.url)) {
    const response = errorResponse(busy)
    for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
    return response
  }
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>One moment</title><h1>One moment, please</h1><p>${busy.message}</p></html>`
  return new Response(html, {
    status: 503,
    headers: {
      ...securityHeaders,
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': String(busy.retryAfterSeconds),
    },
  })
}
