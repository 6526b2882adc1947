import { isRouteErrorResponse } from 'react-router'
import type { Site } from '#contract/endpoints/site.ts'
import { ApiError } from '#web/api/api-error.ts'
import { NOT_FOUND_HEAD } from '#web/pages/not-found/not-found.tsx'
import type { PageHead } from './page-head.ts'
import type { PageHandle } from './page-module.ts'

interface RouterPicture {
  readonly matches: readonly { readonly route: { readonly id: string; readonly handle?: unknown } }[]
  readonly loaderData: Readonly<Record<string, unknown>>
  readonly errors: Readonly<Record<string, unknown>> | null
}

const ERROR_HEAD: PageHead = { title: 'Something went wrong', description: 'This page could not be shown.', path: null, noIndex: true }

/** The HTTP status that an error stands for; null where it is no answer of anybody. */
export const errorStatus = (error: unknown): number | null =>
  error instanceof ApiError || isRouteErrorResponse(error) ? error.status : null

export const isNotFound = (error: unknown): boolean => errorStatus(error) === 404

/** The head of what the router shows: the deepest page's, or that of its error. */
export const headOfState = ({ matches, loaderData, errors }: RouterPicture, site: Site): PageHead => {
  const error = Object.values(errors ?? {})[0]
  if (error !== undefined) return isNotFound(error) ? NOT_FOUND_HEAD : ERROR_HEAD
  const route = matches.at(-1)?.route
  const handle = route?.handle as PageHandle | undefined
  return route === undefined || handle === undefined ? ERROR_HEAD : handle.head(loaderData[route.id], site)
}
