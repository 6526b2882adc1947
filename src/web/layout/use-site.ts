import { useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/endpoints/site.ts'

export const ROOT_ROUTE_ID = 'root'

/** The brand and the open doors of this installation; for everything inside the layout. */
export const useSite = (): Site => useRouteLoaderData(ROOT_ROUTE_ID) as Site
