import type { Site } from '#contract/endpoints/site.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

/** What every page says about whose blog it is (decisions, Screens). */
export function siteRoutes(site: Site): Handlers<'GET /api/site'> {
  return {
    async 'GET /api/site'() {
      return site
    },
  }
}
