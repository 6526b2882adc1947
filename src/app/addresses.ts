import { findPage, type Page, pageIds, pages } from '#pages/pages.ts'
import { createCacheKeys } from '#platform/cache/cache-key.ts'
import { createTransferTest } from '#platform/http/public-responses.ts'
import { createRouteTemplate } from '#platform/metrics/route-template.ts'
import { endpoints } from './contract/endpoints.ts'
import { formPaths, forms } from './contract/forms.ts'
import { publicResponses } from './contract/public-responses.ts'

/** What derives from the tables of endpoints, public responses, forms and pages. */

export const cacheKeys = createCacheKeys({ endpoints, responses: publicResponses, findPage })

export const isTransfer = createTransferTest(publicResponses)

const allPages: readonly Page[] = pageIds.map((id) => pages[id])

export const routeTemplate = createRouteTemplate([
  ...Object.values(endpoints).map(({ key }) => key.slice(key.indexOf(' ') + 1)),
  ...Object.values(publicResponses).map(({ path }) => path),
  ...allPages.map(({ path }) => path),
  ...forms.flatMap(formPaths),
])

/** Pages for robots.txt and the sitemap. */
export const pagePaths = {
  inSitemap: allPages.filter(({ inSitemap }) => inSitemap === true).map(({ path }) => path),
  guarded: allPages.filter(({ access }) => access !== 'everyone').map(({ path }) => path),
}
