import type { HydrationState } from 'react-router'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { errorStatus } from './head-of-state.ts'

export const HYDRATION_ID = 'hydration'

interface WireError {
  /** Null for what is not an answer of the API. */
  readonly status: number | null
  readonly message: string
}

/** Loader data and errors as they travel in the page. */
interface WireState {
  readonly loaderData: HydrationState['loaderData']
  readonly errors: Readonly<Record<string, WireError>> | null
}

interface RenderedState {
  readonly loaderData: HydrationState['loaderData']
  readonly errors: Readonly<Record<string, unknown>> | null
}

const mapValues = <A, B>(record: Readonly<Record<string, A>> | null, map: (value: A) => B): Record<string, B> | null =>
  record === null ? null : Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

const toWireError = (error: unknown): WireError => ({
  status: errorStatus(error),
  message: errorMessage(error),
})

const fromWireError = ({ status, message }: WireError): Error =>
  status === null ? new Error(message) : new ApiError({ status, code: status === 404 ? 'not_found' : 'unknown', message })

/** JSON that may stand between script tags. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

export const toHydrationJson = ({ loaderData, errors }: RenderedState): string => {
  const wire: WireState = { loaderData, errors: mapValues(errors, toWireError) }
  return scriptJson(wire)
}

/** What the server rendered with; undefined where the page was not rendered. */
export const readHydration = (): HydrationState | undefined => {
  const text = document.getElementById(HYDRATION_ID)?.textContent
  if (!text) return undefined
  const { loaderData, errors } = JSON.parse(text) as WireState
  return { loaderData, errors: mapValues(errors, fromWireError) }
}
