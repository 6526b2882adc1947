import { endpoints, type EndpointKey } from '#contract/api.ts'
import type { DirectCall, DirectInput } from '#contract/direct-call.ts'
import type { AppError } from '#contract/errors.ts'
import type { CallEndpoint, Caller } from './call-endpoint.ts'

interface Options {
  readonly callEndpoint: CallEndpoint
  readonly caller: Caller
  /** Makes whatever was thrown an error of ours, and logs what was not one. */
  readonly toAppError: (error: unknown) => AppError
}

/** The API for the page renderer, in the name of whoever asked for the page. */
export function createDirectCall({ callEndpoint, caller, toAppError }: Options): DirectCall {
  return async (key, input) => {
    try {
      if (!isReading(key)) throw new Error(`${key} is no reading call.`)
      return { ok: true, body: await callEndpoint(key, rawInput(input), caller) }
    } catch (error) {
      const known = toAppError(error)
      return { ok: false, error: known.toBody(), retryAfterSeconds: known.retryAfterSeconds }
    }
  }
}

const isReading = (key: string): key is EndpointKey => key.startsWith('GET ') && Object.hasOwn(endpoints, key)

const rawInput = ({ params = {}, query = {} }: DirectInput) => ({
  params,
  query: Object.fromEntries(Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))),
  readBody: () => Promise.resolve({}),
})
