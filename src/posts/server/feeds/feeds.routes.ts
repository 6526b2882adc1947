import type { Context, Hono } from 'hono'
import { isCategorySlug } from '#platform/contract/categories.ts'
import { AppError } from '#platform/contract/errors.ts'
import { FEEDS, type FeedFormat, feedFormats, feedPath } from '#posts/contract/feeds.ts'
import type { BlogWords } from '#site/contract/site.endpoints.ts'
import {
  isBlogClosed,
  isCategory,
  readStoredSettings,
  type SiteConfig,
  toBlogCategories,
  toBlogWords,
  toSettings,
} from '#site/server/index.ts'
import { ANY_USER_TAG, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { withText } from '#platform/http/response-text.ts'
import { SURROGATE_KEY } from '#platform/http/surrogate-key.ts'
import type { Feed } from './feed.ts'
import { listFeedPosts } from './feeds.store.ts'
import { type FeedBlog, type FeedScope, toFeed } from './to-feed.ts'
import { writeAtom } from './write-atom.ts'
import { writeJsonFeed } from './write-json-feed.ts'
import { writeRss } from './write-rss.ts'

interface Dependencies {
  readonly db: Database
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

export const WRITERS: Readonly<Record<FeedFormat, (feed: Feed) => string>> = { atom: writeAtom, rss: writeRss, json: writeJsonFeed }

/** Mounts the feeds of the blog and of each category. They contain public posts only, even for members, and none on a closed blog. */
export function mountFeeds(app: Hono<AppEnv>, dependencies: Dependencies): void {
  const { db } = dependencies
  for (const format of feedFormats) {
    app.get(feedPath(format), async (context) => send(context, await readFeed({ kind: 'blog' }, dependencies), format))
    app.get(feedPath(format, ':category'), async (context) => {
      const category = context.req.param('category') ?? ''
      // A closed blog responds the same for every category, so that none is revealed.
      const exists = isCategorySlug(category) && ((await isBlogClosed(db)) || (await isCategory(db, category)))
      if (!exists) throw new AppError('not_found')
      return send(context, await readFeed({ kind: 'category', category }, dependencies), format)
    })
  }
}

const always = () => true

async function readFeed(scope: FeedScope, { db, siteConfig, publicUrl }: Dependencies): Promise<Feed> {
  const { words, blog } = await readFeedBlog(db, { siteConfig, publicUrl })
  if (await isBlogClosed(db)) {
    return toFeed(scope, { ...blog, name: words.name, author: '', categories: NO_CATEGORIES }, { posts: [], showsPictures: always })
  }
  const category = scope.kind === 'category' ? scope.category : undefined
  return toFeed(scope, blog, { posts: await listFeedPosts(db, { audience: 'public', category }), showsPictures: always })
}

const NO_CATEGORIES = { own: [], hidden: [] }

/** Reads texts, language and categories of the blog. */
export async function readFeedBlog(
  db: Database,
  { siteConfig, publicUrl }: Omit<Dependencies, 'db'>,
): Promise<{ words: BlogWords; blog: FeedBlog }> {
  const [stored, categories] = await Promise.all([readStoredSettings(db), toBlogCategories(db, [], 'public')])
  const words = toBlogWords(stored, siteConfig)
  const { dateLanguage } = toSettings(stored)
  return { words, blog: { name: words.name, author: words.author, publicUrl, language: dateLanguage, categories } }
}

/** Feeds contain the names of authors and of the blog. */
const TAGS = `${POSTS_TAG} ${ANY_USER_TAG} ${SITE_TAG}`

/** Revalidated by ETag each time: feed readers poll often, and mostly nothing is new. */
function send(context: Context<AppEnv>, feed: Feed, format: FeedFormat): Response {
  const text = WRITERS[format](feed)
  const headers = { 'Content-Type': `${FEEDS[format].type}; charset=utf-8`, 'Cache-Control': 'public, no-cache', [SURROGATE_KEY]: TAGS }
  return withText(context.body(text, 200, headers), text)
}
