import type { linkEndpoints } from '#site/contract/links.endpoints.ts'
import { getFooterLinks, type SiteConfig, storeFooterLinks } from '#site/server/index.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
}

/** Links of the footer, which admins edit. */
export function linkRoutes({ db, siteConfig }: Dependencies): Handlers<typeof linkEndpoints> {
  return {
    async getLinks() {
      return { links: await getFooterLinks(db, siteConfig) }
    },

    async updateLinks({ body: { links }, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await storeFooterLinks(trx, links)
        return { links: await getFooterLinks(trx, siteConfig) }
      })
    },
  }
}
