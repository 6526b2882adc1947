import { endpoints } from '#app/contract/endpoints.ts'
import type { AppError } from '#platform/contract/errors.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
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
      const endpoint = READS.get(key)
      if (!endpoint) throw new Error(`${key} is not a GET endpoint.`)
      return { ok: true, body: await callEndpoint(endpoint, rawInput(input), caller) }
    } catch (error) {
      const known = toAppError(error)
      return { ok: false, error: known.toBody(), retryAfterSeconds: known.retryAfterSeconds }
    }
  }
}

const READS: ReadonlyMap<string, Endpoint> = new Map(
  Object.values(endpoints).flatMap((endpoint: Endpoint) => (endpoint.key.startsWith('GET ') ? [[endpoint.key, endpoint]] : [])),
)

const rawInput = ({ params = {}, query = {} }: InProcessInput) => ({
  params,
  query: Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  readBody: () => Promise.resolve({}),
})
