import { endpoints, type EndpointKey } from '#app/contract/api.ts'
import type { AppError } from '#platform/contract/errors.ts'
import type { InProcessCall, InProcessInput } from '#platform/contract/in-process-call.ts'
import type { CallEndpoint, Caller } from '#platform/http/call-endpoint.ts'

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
      if (!isReadKey(key)) throw new Error(`${key} is not a GET endpoint.`)
      return { ok: true, body: await callEndpoint(key, rawInput(input), caller) }
    } catch (error) {
      const known = toAppError(error)
      return { ok: false, error: known.toBody(), retryAfterSeconds: known.retryAfterSeconds }
    }
  }
}

const isReadKey = (key: string): key is EndpointKey => key.startsWith('GET ') && Object.hasOwn(endpoints, key)

const rawInput = ({ params = {}, query = {} }: InProcessInput) => ({
  params,
  query: Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  readBody: () => Promise.resolve({}),
})
