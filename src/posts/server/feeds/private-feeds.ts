import { createHash } from 'node:crypto'
import { AppError } from '#platform/contract/errors.ts'
import { FEEDS, type FeedFormat } from '#posts/contract/feeds.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import { isKeptOut } from '#platform/contract/closed-blog.ts'
import type { feedResponses } from '#posts/contract/public-responses.ts'
import { isoDayIn, parseTimeIn } from '#platform/contract/time-zone.ts'
import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicContent, PublicRequest } from '#platform/http/public-responses.ts'
import { findFeedOwner, recordUse } from './feed-addresses.store.ts'
import { listFeedPosts } from './feeds.store.ts'
import { toFeed } from './to-feed.ts'
import { FEED_WRITERS, readFeedBlog } from './write-feed.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

type PrivateFeedRequest = PublicRequest<typeof feedResponses.atomPrivateFeed>

/** Private feeds: what one member may read, at a secret address (decision 47). All invalid addresses get the same 404. */
export function createPrivateFeed(dependencies: Dependencies) {
  const { db, now, siteConfig } = dependencies
  return (format: FeedFormat) =>
    async ({ params, request, isBlogClosed }: PrivateFeedRequest): Promise<PublicContent> => {
      const owner = await findFeedOwner(db, params.token)
      if (owner === undefined) throw new AppError('not_found')
      // Posts for admins are left out, because feed readers store copies, often on other people's servers.
      const audience = owner.is_admin === 1 || owner.is_family === 1 ? 'family' : 'public'
      if (await isKeptOut(audience, isBlogClosed)) throw new AppError('not_found')
      const text = await writePrivateFeed({ id: owner.id, audience, format, isBlogClosed }, dependencies)
      const { timeZone } = await getBlogWords(db, siteConfig)
      recordUse(db, owner, parseTimeIn(isoDayIn(now(), timeZone), timeZone))
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
      const headers = { 'X-Robots-Tag': 'noindex', ETag: `W/${etag}` }
      if (request.headers.get('if-none-match')?.includes(etag) === true) return { status: 304, body: null, headers }
      return { body: text, type: `${FEEDS[format].type}; charset=utf-8`, headers }
    }
}

interface PrivateFeed {
  readonly id: string
  readonly audience: Audience
  readonly format: FeedFormat
  readonly isBlogClosed: () => Promise<boolean>
}

/** A feed reader has no session, so it can open only pictures of public posts, and none on a closed blog (decision 37). */
async function writePrivateFeed(
  { id, audience, format, ...feed }: PrivateFeed,
  { db, siteConfig, publicUrl }: Dependencies,
): Promise<string> {
  const [{ blog }, posts, isClosed] = await Promise.all([
    readFeedBlog(db, { siteConfig, publicUrl }),
    listFeedPosts(db, { audience }),
    feed.isBlogClosed(),
  ])
  return FEED_WRITERS[format](
    toFeed({ kind: 'private', id }, blog, { posts, showsPictures: (post) => !isClosed && post.audience === 'public' }),
  )
}
