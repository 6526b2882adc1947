import type { DirectCall, DirectInput } from '#contract/direct-call.ts'
import { ApiError } from './api-error.ts'
import type { Api } from './client.ts'

/** The API on the server, where a page is rendered: the same calls, answered within the process. */
export const createDirectApi = (call: DirectCall): Api => {
  const direct = async (key: string, input: DirectInput = {}): Promise<unknown> => {
    const answer = await call(key, input)
    if (answer.ok) return answer.body
    const { statusCode, code, message } = answer.error
    throw new ApiError({ status: statusCode, code, message, retryAfterSeconds: answer.retryAfterSeconds })
  }
  return direct as Api
}
