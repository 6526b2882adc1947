import type { Context, Hono } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import { documents, NUMBERED_SITEMAP, pageIds, pages } from '#pages/pages.ts'
import { isBlogClosed, listOwnPages } from '#site/server/index.ts'
import { POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import { SURROGATE_KEY } from '#platform/http/surrogate-key.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { countSitemaps, listPostAddresses } from './discovery.store.ts'
import { writeSitemap, writeSitemapIndex } from './write-sitemap.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Mounts robots.txt and the sitemaps. They list public pages only, even for members, and none on a closed blog. */
export function mountDiscovery(app: Hono<AppEnv>, { db, now, publicUrl }: Dependencies): void {
  const sitemap = async (number: number) => {
    const [posts, ownPages] = await Promise.all([listPostAddresses(db, number), number === 1 ? listOwnPages(db, 'public') : null])
    return writeSitemap({ posts, ownPages }, publicUrl)
  }

  app.get(documents.robots.path, async (context) => send(context, writeRobots(publicUrl, await isBlogClosed(db)), 'text/plain'))

  app.get(documents.sitemap.path, async (context) => {
    if (await isBlogClosed(db)) return send(context, writeSitemap(NOTHING, publicUrl), 'application/xml')
    const count = await countSitemaps(db, now())
    return send(context, count === 1 ? await sitemap(1) : writeSitemapIndex(count, publicUrl), 'application/xml')
  })

  app.get('/:sitemap{sitemap-.*\\.xml}', async (context, next) => {
    const [, number] = NUMBERED_SITEMAP.exec(context.req.path) ?? []
    if (number === undefined) return next()
    if ((await isBlogClosed(db)) || Number(number) > (await countSitemaps(db, now()))) throw new AppError('not_found')
    return send(context, await sitemap(Number(number)), 'application/xml')
  })
}

const NOTHING = { posts: [], ownPages: null }

/** Keeps crawlers away from the API and from pages that need a session. */
function writeRobots(publicUrl: string, isClosed: boolean): string {
  if (isClosed) return ['User-agent: *', 'Disallow: /', ''].join('\n')
  const guarded = pageIds.flatMap((id) => (pages[id].access === 'everyone' ? [] : [pages[id].path.replace(/:.*$/, '')]))
  const disallowed = ['/api/', ...new Set(guarded)]
  return ['User-agent: *', ...disallowed.map((path) => `Disallow: ${path}`), `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n')
}

const TAGS = `${POSTS_TAG} ${SITE_TAG}`

/** Revalidated each time, because a listed page may have been deleted. */
const send = (context: Context<AppEnv>, text: string, type: string) =>
  context.body(text, 200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'public, no-cache', [SURROGATE_KEY]: TAGS })
