import type { linkEndpoints } from '#contract/endpoints/links.ts'
import type { SiteConfig } from '#server/features/blog-words.ts'
import { SITE_TAG } from '#server/features/cache-tags.ts'
import { getFooterLinks, storeFooterLinks } from '#server/features/footer-links.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
}

/** Links of the footer, which admins edit. */
export function linkRoutes({ db, siteConfig }: Dependencies): Handlers<keyof typeof linkEndpoints> {
  return {
    async 'GET /api/settings/links'() {
      return { links: await getFooterLinks(db, siteConfig) }
    },

    async 'PUT /api/settings/links'({ body: { links }, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await storeFooterLinks(trx, links)
        return { links: await getFooterLinks(trx, siteConfig) }
      })
    },
  }
}
