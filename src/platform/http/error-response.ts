import type { AppError } from '#platform/contract/errors.ts'

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
