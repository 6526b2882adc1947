import { createContext, createElement, type ReactNode, useContext } from 'react'
import type { FailedForm } from '#platform/contract/form.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { DEFAULT_LOOK, type Look } from '#site/contract/look.ts'
import { FormResultContext } from '#ui/forms/form-result.ts'
import type { PageInfo } from './page-info.ts'

const InfoContext = createContext<PageInfo | null>(null)

interface PageContextProps {
  readonly value: PageInfo
  readonly children?: ReactNode
}

/** Provided around the page on the server, and around each island in the browser. */
export const PageContext = ({ value, children }: PageContextProps) =>
  createElement(InfoContext, { value }, createElement(FormResultContext, { value: value.form }, children))

export const usePage = (): PageInfo => {
  const page = useContext(InfoContext)
  if (page === null) throw new Error('This part must stand inside a page.')
  return page
}

/** The brand and the available services of this installation. */
export const useSite = (): Site => usePage().site

/** Server only, so that no page contains the look twice. */
export const LookContext = createContext<Look>(DEFAULT_LOOK)
export const useLook = (): Look => useContext(LookContext)

/** Result of a form that was sent without scripts; null if it did not fail. */
export const useFailedForm = (name: string): FailedForm | null => {
  const { form } = usePage()
  return form?.name === name && form.state === 'failed' ? form : null
}
