import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Site } from '#contract/endpoints/site.ts'
import { AppError } from '#contract/errors.ts'
import type { Database } from '#server/platform/database/database.ts'
import { POSTS_TAG, TAGS_HEADER } from '#server/platform/cache/cache-tags.ts'
import type { AppEnv } from '#server/platform/http/middleware.ts'
import { countSitemaps, listFeedPosts, listPostAddresses } from './discovery.store.ts'
import { writeFeed } from './write-feed.ts'
import { writeSitemap, writeSitemapIndex } from './write-sitemap.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly site: Pick<Site, 'name' | 'author'>
  readonly publicUrl: string
}

/** Addresses that are nobody's reading: calls, and pages that need a session. */
const NOT_FOR_ROBOTS = ['/api/', '/dashboard', '/create-post', '/update-post/']

/** What search engines and feed readers ask for: robots.txt, the sitemap and an Atom feed. */
export function mountDiscovery(app: Hono<AppEnv>, { db, now, site, publicUrl }: Dependencies): void {
  app.get('/robots.txt', (context) => {
    const lines = ['User-agent: *', ...NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`, '']
    return answer(context, lines.join('\n'), 'text/plain')
  })

  const sitemap = async (number: number) => writeSitemap(await listPostAddresses(db, number), publicUrl, { withPages: number === 1 })

  app.get('/sitemap.xml', async (context) => {
    const count = await countSitemaps(db, now())
    return answer(context, count === 1 ? await sitemap(1) : writeSitemapIndex(count, publicUrl), 'application/xml')
  })

  app.get('/:file{sitemap-[1-9][0-9]{0,4}\\.xml}', async (context) => {
    const number = Number.parseInt(context.req.param('file').slice('sitemap-'.length), 10)
    if (number > (await countSitemaps(db, now()))) throw new AppError('not_found')
    return answer(context, await sitemap(number), 'application/xml')
  })

  app.get('/feed.xml', async (context) => {
    const feed = writeFeed(await listFeedPosts(db), { ...site, publicUrl })
    return answer(context, feed, 'application/atom+xml')
  })
}

/** May be kept, but is asked after each time: feed readers call often, and mostly nothing is new. */
function answer(context: Context<AppEnv>, text: string, type: string): Response {
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  if (context.env?.collectTags) context.header(TAGS_HEADER, POSTS_TAG)
  const headers = { ETag: etag, 'Cache-Control': 'public, no-cache' }
  if (context.req.header('if-none-match') === etag) return context.body(null, 304, headers)
  return context.body(text, 200, { ...headers, 'Content-Type': `${type}; charset=utf-8` })
}
