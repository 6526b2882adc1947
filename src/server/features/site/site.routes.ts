import type { Site } from '#contract/endpoints/site.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

/** The brand of the blog, and which services are set up. */
export function siteRoutes(site: Site): Handlers<'GET /api/site'> {
  return {
    async 'GET /api/site'() {
      return site
    },
  }
}
