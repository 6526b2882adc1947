import type { Site, siteEndpoints } from '#contract/endpoints/site.ts'
import { changeBlogWords, getBlogWords, type SiteConfig } from '#server/features/blog-words.ts'
import { SITE_TAG } from '#server/features/cache-tags.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly services: Pick<Site, 'publicUrl' | 'googleSignIn' | 'mail'>
}

/** The names and words of the blog, and which services are set up. */
export function siteRoutes({ db, siteConfig, services }: Dependencies): Handlers<keyof typeof siteEndpoints> {
  return {
    async 'GET /api/site'({ addCacheTags }) {
      addCacheTags(SITE_TAG)
      const { name, mark, author, contact, socialUrl, socialLabel } = await getBlogWords(db, siteConfig)
      return { name, mark, author, contact, socialUrl: socialUrl === '' ? null : socialUrl, socialLabel, ...services }
    },

    async 'GET /api/site/welcome'({ addCacheTags }) {
      addCacheTags(SITE_TAG)
      const { welcomeHeading, welcomeText } = await getBlogWords(db, siteConfig)
      return { welcomeHeading, welcomeText }
    },

    async 'GET /api/settings/blog'() {
      return getBlogWords(db, siteConfig)
    },

    async 'PUT /api/settings/blog'({ body, write }) {
      return write(async (trx, invalidate) => {
        invalidate(SITE_TAG)
        await changeBlogWords(trx, body)
        return getBlogWords(trx, siteConfig)
      })
    },
  }
}
