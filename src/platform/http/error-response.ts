import { AppError } from '#platform/contract/errors.ts'
import { FAILED_PAGE, plainPage } from '#platform/contract/plain-page.ts'
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

interface PageParts {
  readonly title?: string | undefined
  /** Request id in the server's log. */
  readonly reference?: string | undefined
}

/** The same error for a browser that shows the response. */
export function errorPage(error: AppError, { title = FAILED_PAGE, reference }: PageParts = {}): Response {
  const { headers, status } = errorResponse(error)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(plainPage({ title, text: error.message, reference }), { status, headers })
}

interface Headed {
  readonly securityHeaders: HeaderRecord
}

/** Paths whose clients read JSON; everything else is opened in a browser. */
export const isCall = (path: string) => /^\/(api|files)\b/i.test(path)

/** The error as the client of a path reads it, with the headers of every response. */
export function errorResponseAt(path: string, error: AppError, { securityHeaders, ...parts }: PageParts & Headed): Response {
  const response = isCall(path) ? errorResponse(error) : errorPage(error, parts)
  for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)
  return response
}

/** 503 to a request that finds no room. */
export const busyResponse = ({ url }: Request, securityHeaders: HeaderRecord): Response =>
  errorResponseAt(new URL(url).pathname, new AppError('unavailable', undefined, { retryAfterSeconds: BUSY_RETRY_SECONDS }), {
    securityHeaders,
    title: 'One moment, please',
  })
