import type { createBrowserRouter } from 'react-router'
import type { Site } from '#contract/endpoints/site.ts'
import { ROOT_ROUTE_ID } from '#web/layout/use-site.ts'
import { type PageHead, absoluteUrl, documentTitle } from './page-head.ts'
import { headOfState } from './head-of-state.ts'

type Router = ReturnType<typeof createBrowserRouter>

const setAttribute = (selector: string, name: string, value: string) => document.head.querySelector(selector)?.setAttribute(name, value)

const applyHead = (head: PageHead, site: Site) => {
  document.title = documentTitle(head, site)
  setAttribute('meta[name="description"]', 'content', head.description)
  if (head.path !== null) setAttribute('link[rel="canonical"]', 'href', absoluteUrl(head.path, site))
}

/** Title, description and canonical address after each navigation; the first ones came with the page. */
export const followHead = (router: Router): void => {
  let shown = router.state.location
  let shownData = router.state.loaderData
  router.subscribe((state) => {
    if (state.navigation.state !== 'idle' || (state.location === shown && state.loaderData === shownData)) return
    shown = state.location
    shownData = state.loaderData
    const site = state.loaderData[ROOT_ROUTE_ID] as Site | undefined
    if (site !== undefined) applyHead(headOfState(state, site), site)
  })
}
