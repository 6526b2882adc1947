import type { Context, Hono } from 'hono'
import { AppError } from '#contract/errors.ts'
import { documents, NUMBERED_SITEMAP, pageIds, pages } from '#contract/pages.ts'
import { listOwnPages } from '#server/features/blog-pages.ts'
import { toBlogCategories } from '#server/features/categories.ts'
import { getBlogWords, type SiteConfig } from '#server/features/blog-words.ts'
import { ANY_USER_TAG, POSTS_TAG, SITE_TAG } from '#server/features/cache-tags.ts'
import { SURROGATE_KEY } from '#server/platform/http/surrogate-key.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { AppEnv } from '#server/platform/http/request-context.ts'
import { countSitemaps, listFeedPosts, listPostAddresses } from './discovery.store.ts'
import { writeFeed } from './write-feed.ts'
import { writeSitemap, writeSitemapIndex } from './write-sitemap.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

/** What search engines and feed readers request: robots.txt, the sitemap and an Atom feed. They hold what is public, also for members. */
export function mountDiscovery(app: Hono<AppEnv>, { db, now, siteConfig, publicUrl }: Dependencies): void {
  const sitemap = async (number: number) => {
    const [posts, ownPages] = await Promise.all([listPostAddresses(db, number), number === 1 ? listOwnPages(db, 'public') : null])
    return writeSitemap({ posts, ownPages }, publicUrl)
  }

  app.get(documents.robots.path, (context) => send(context, writeRobots(publicUrl), 'text/plain'))

  app.get(documents.sitemap.path, async (context) => {
    const count = await countSitemaps(db, now())
    return send(context, count === 1 ? await sitemap(1) : writeSitemapIndex(count, publicUrl), 'application/xml')
  })

  app.get(documents.feed.path, async (context) => {
    const [posts, words, categories] = await Promise.all([
      listFeedPosts(db),
      getBlogWords(db, siteConfig),
      toBlogCategories(db, [], 'public'),
    ])
    return send(context, writeFeed(posts, { ...words, publicUrl, categories }), 'application/atom+xml')
  })

  app.get('/:sitemap{sitemap-.*\\.xml}', async (context, next) => {
    const [, number] = NUMBERED_SITEMAP.exec(context.req.path) ?? []
    if (number === undefined) return next()
    if (Number(number) > (await countSitemaps(db, now()))) throw new AppError('not_found')
    return send(context, await sitemap(Number(number)), 'application/xml')
  })
}

/** Crawlers stay away from calls and from pages that need a session. */
function writeRobots(publicUrl: string): string {
  const guarded = pageIds.flatMap((id) => (pages[id].access === 'everyone' ? [] : [pages[id].path.replace(/:.*$/, '')]))
  const disallowed = ['/api/', ...new Set(guarded)]
  return ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

/** The feed names authors and the blog. */
const TAGS = `${POSTS_TAG} ${ANY_USER_TAG} ${SITE_TAG}`

/** Revalidated each time: feed readers come often, and mostly nothing is new. */
const send = (context: Context<AppEnv>, text: string, type: string) =>
  context.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, no-cache', [SURROGATE_KEY]: TAGS })
