import type { Site } from '#site/contract/site.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { LoadedPage } from '#pages/page/load-page.ts'
import type { PageHead } from '#pages/page/page-head.ts'
import { NOT_FOUND_HEAD } from '#pages/not-found/not-found.page.tsx'

const ERROR_HEAD: PageHead = { title: 'Something went wrong', description: 'This page could not be shown.', path: null, noIndex: true }

/** HTTP status of an API error; null for any other error. */
export const errorStatus = (error: unknown): number | null => (error instanceof ApiError ? error.status : null)

export const isNotFound = (error: unknown): boolean => errorStatus(error) === 404

/** Head of the page, or of the error page shown instead. */
export const headOfPage = ({ error, module, data }: LoadedPage, site: Site): PageHead => {
  if (error !== null) return isNotFound(error) ? NOT_FOUND_HEAD : ERROR_HEAD
  return module.head(data, site)
}
