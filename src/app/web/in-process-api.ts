import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { InProcessCall, InProcessInput } from '#platform/contract/rendered-page.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'

/** The API for pages rendered on the server: the same endpoints, called within the process. */
export const createInProcessApi = (call: InProcessCall): Api => {
  const callEndpoint = async ({ key }: Pick<Endpoint, 'key'>, input: InProcessInput = {}): Promise<unknown> => {
    const result = await call(key, input)
    if (result.ok) return result.body
    const { statusCode, code, message, field } = result.error
    throw new ApiError({ status: statusCode, code, message, field, retryAfterSeconds: result.retryAfterSeconds })
  }
  return callEndpoint as Api
}
