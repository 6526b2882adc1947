import type { Site } from '#contract/endpoints/site.ts'
import type { BrowserRouter } from '#web/router/browser-router.ts'
import { headOfPage } from './head-of-page.ts'
import { type PageHead, absoluteUrl, documentTitle } from './page-head.ts'

const setAttribute = (selector: string, name: string, value: string) => document.head.querySelector(selector)?.setAttribute(name, value)

const applyHead = (head: PageHead, site: Site) => {
  document.title = documentTitle(head, site)
  setAttribute('meta[name="description"]', 'content', head.description)
  if (head.path !== null) setAttribute('link[rel="canonical"]', 'href', absoluteUrl(head.path, site))
}

/** Title, description and canonical address after each navigation; the first ones came with the page. */
export const followHead = (router: BrowserRouter, site: Site): void => {
  let shown = router.getState().page
  router.subscribe(() => {
    const { page } = router.getState()
    if (page === shown) return
    shown = page
    applyHead(headOfPage(page, site), site)
  })
}
