import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { AppError } from '#platform/contract/errors.ts'
import { FEEDS, type FeedFormat, feedFormats, privateFeedPath } from '#posts/contract/feeds.ts'
import { RATE_LIMITS } from '#platform/contract/limits.ts'
import { isBlogClosed, type SiteConfig } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { createMemoryLimit } from '#platform/process/memory-limit.ts'
import { findFeedOwner, recordUse } from './feed-addresses.store.ts'
import { readFeedBlog, WRITERS } from './feeds.routes.ts'
import { listFeedPosts } from './feeds.store.ts'
import { toFeed } from './to-feed.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

const HEADERS = { 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' }

/** Mounts private feeds: what one member may read, at a secret address (decision 47). All invalid addresses get the same 404. */
export function mountPrivateFeeds(app: Hono<AppEnv>, dependencies: Dependencies): void {
  const { db, now } = dependencies
  const countRead = createMemoryLimit(RATE_LIMITS.readsPerPrivateFeed)
  const countUnknown = createMemoryLimit(RATE_LIMITS.unknownFeedsPerAddress)
  for (const format of feedFormats) {
    app.get(privateFeedPath(':token', format), async (context) => {
      const owner = await findFeedOwner(db, context.req.param('token') ?? '')
      if (owner === undefined) {
        countUnknown(context.env.clientAddress, now())
        throw new AppError('not_found')
      }
      countRead(owner.id, now())
      // Posts for admins are left out, because feed readers store copies, often on other people's servers.
      const audience = owner.is_admin === 1 || owner.is_family === 1 ? 'family' : 'readers'
      const text = await writePrivateFeed({ id: owner.id, audience, format }, dependencies)
      recordUse(db, owner, now())
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      const isKnown = context.req.header('if-none-match')?.includes(etag) === true
      const headers = { ...HEADERS, ETag: `W/${etag}` }
      if (isKnown) return context.body(null, 304, headers)
      return context.body(text, 200, { ...headers, 'Content-Type': `${FEEDS[format].type}; charset=utf-8` })
    })
  }
}

interface PrivateFeed {
  readonly id: string
  readonly audience: 'readers' | 'family'
  readonly format: FeedFormat
}

/** A feed reader has no session, so it can open only pictures of public posts, and none on a closed blog (decision 39). */
async function writePrivateFeed({ id, audience, format }: PrivateFeed, { db, siteConfig, publicUrl }: Dependencies): Promise<string> {
  const [{ blog }, posts, isClosed] = await Promise.all([
    readFeedBlog(db, { siteConfig, publicUrl }),
    listFeedPosts(db, { audience }),
    isBlogClosed(db),
  ])
  return WRITERS[format](toFeed({ kind: 'private', id }, blog, { posts, showsPictures: (post) => !isClosed && post.audience === 'public' }))
}
