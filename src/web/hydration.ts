import type { Site } from '#contract/endpoints/site.ts'
import { ApiError, errorMessage, errorReference } from '#web/api/api-error.ts'
import { errorStatus } from './head-of-page.ts'

export const HYDRATION_ID = 'hydration'

/** What the server rendered with. */
export interface Hydration {
  readonly site: Site
  readonly data: unknown
  /** Why the page could not be loaded; null when it was. */
  readonly error: unknown
}

interface WireError {
  /** Null for what is not an answer of the API. */
  readonly status: number | null
  readonly message: string
  readonly reference?: string | undefined
}

const toWireError = (error: unknown): WireError => ({
  status: errorStatus(error),
  message: errorMessage(error),
  reference: errorReference(error),
})

const fromWireError = ({ status, message, reference }: WireError): Error =>
  status === null
    ? Object.assign(new Error(message), { reference })
    : new ApiError({ status, code: status === 404 ? 'not_found' : 'unknown', message, reference })

/** JSON that may stand between script tags: nothing in it can end them, or begin a comment. */
export const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

export const toHydrationJson = ({ site, data, error }: Hydration): string =>
  scriptJson({ site, data, error: error === null ? null : toWireError(error) })

/** @throws where the page does not carry it: every page of ours does */
export const readHydration = (): Hydration => {
  const text = document.getElementById(HYDRATION_ID)?.textContent ?? ''
  const { site, data, error } = JSON.parse(text) as Hydration & { readonly error: WireError | null }
  return { site, data, error: error === null ? null : fromWireError(error) }
}
