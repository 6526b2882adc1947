import { AppError } from '#platform/contract/errors.ts'
import { discoveryResponses } from '#posts/contract/public-responses.ts'
import { listOwnPages } from '#site/server/index.ts'
import { POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicContent, PublicHandlers, PublicRequest } from '#platform/http/public-responses.ts'
import { countSitemaps, listPostAddresses } from './discovery.store.ts'
import { writeSitemap, writeSitemapIndex } from './write-sitemap.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
  /** Path patterns of pages that are not posts. */
  readonly pagePaths: { readonly inSitemap: readonly string[]; readonly guarded: readonly string[] }
}

/** robots.txt and the sitemaps. They list public pages only, even for members, and none on a closed blog. */
export function discoveryRoutes({ db, now, publicUrl, pagePaths }: Dependencies): PublicHandlers<typeof discoveryResponses> {
  const sitemap = async (number: number) => {
    const [posts, ownPages] = await Promise.all([listPostAddresses(db, number), number === 1 ? listOwnPages(db, 'public') : null])
    return writeSitemap({ paths: number === 1 ? pagePaths.inSitemap : [], posts, ownPages: ownPages ?? [] }, publicUrl)
  }
  return {
    async robots(request) {
      return toContent(request, writeRobots(request.isHidden ? null : pagePaths.guarded, publicUrl), 'text/plain')
    },

    async sitemap(request) {
      if (request.isHidden) return toContent(request, writeSitemap({ paths: [], posts: [], ownPages: [] }, publicUrl), 'application/xml')
      const count = await countSitemaps(db, now())
      return toContent(request, count === 1 ? await sitemap(1) : writeSitemapIndex(count, publicUrl), 'application/xml')
    },

    async numberedSitemap(request) {
      const number = Number(/\d+/.exec(request.params.sitemap)?.[0])
      if (number > (await countSitemaps(db, now()))) throw new AppError('not_found')
      return toContent(request, await sitemap(number), 'application/xml')
    },
  }
}

/** Keeps crawlers away from the API and from pages that need a session. @param guarded null on a closed blog */
function writeRobots(guarded: readonly string[] | null, publicUrl: string): string {
  if (guarded === null) return ['User-agent: *', 'Disallow: /', ''].join('\n')
  const disallowed = new Set(['/api/', ...guarded.map((path) => path.replace(/:.*$/, ''))])
  const sitemap = publicUrl + discoveryResponses.sitemap.path
  return ['User-agent: *', ...[...disallowed].map((path) => `Disallow: ${path}`), `Sitemap: ${sitemap}`, ''].join('\n')
}

function toContent({ addCacheTags }: PublicRequest, body: string, type: string): PublicContent {
  addCacheTags(POSTS_TAG, SITE_TAG)
  return { body, type: `${type}; charset=utf-8` }
}
