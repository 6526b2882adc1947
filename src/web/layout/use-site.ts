import { createContext, useContext } from 'react'
import type { Site } from '#contract/endpoints/site.ts'

export const SiteContext = createContext<Site | null>(null)

/** The brand and the open doors of this installation; for everything inside the layout. */
export const useSite = (): Site => {
  const site = useContext(SiteContext)
  if (site === null) throw new Error('This part must stand inside the layout.')
  return site
}
