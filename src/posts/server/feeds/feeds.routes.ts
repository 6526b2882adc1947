import { isCategorySlug, NO_CATEGORY_NAMES } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import { FEEDS, type FeedFormat, feedPath, privateFeedPath } from '#posts/contract/feeds.ts'
import type { feedResponses } from '#posts/contract/public-responses.ts'
import { isCategory, type SiteConfig } from '#site/server/index.ts'
import { ANY_USER_TAG, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { Database } from '#platform/database/database.ts'
import type { PublicContent, PublicHandlers, PublicRequest } from '#platform/http/public-responses.ts'
import type { Feed } from './feed.ts'
import { listFeedPosts } from './feeds.store.ts'
import { createPrivateFeed } from './private-feeds.ts'
import { FEED_WRITERS, readFeedBlog } from './write-feed.ts'
import { type FeedScope, toFeed } from './to-feed.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly siteConfig: SiteConfig
  readonly publicUrl: string
}

/** Feeds of the blog and of each category. They contain public posts only, even for members, and none on a closed blog. */
export function feedRoutes(dependencies: Dependencies): PublicHandlers<typeof feedResponses> {
  const { db } = dependencies
  const blogFeed = (format: FeedFormat) => async (request: PublicRequest) =>
    toContent(request, await readFeed({ kind: 'blog' }, request, dependencies), format)
  const categoryFeed = (format: FeedFormat) => async (request: PublicRequest<typeof feedResponses.atomCategoryFeed>) => {
    const { category } = request.params
    // A closed blog responds the same for every category, so that none is revealed.
    const exists = isCategorySlug(category) && (request.isHidden || (await isCategory(db, category)))
    if (!exists) throw new AppError('not_found')
    return toContent(request, await readFeed({ kind: 'category', category }, request, dependencies), format)
  }
  const privateFeed = createPrivateFeed(dependencies)
  return {
    atomFeed: blogFeed('atom'),
    rssFeed: blogFeed('rss'),
    atomCategoryFeed: categoryFeed('atom'),
    rssCategoryFeed: categoryFeed('rss'),
    atomPrivateFeed: privateFeed('atom'),
    rssPrivateFeed: privateFeed('rss'),
    formerFeed: () => movedTo(feedPath('atom')),
    formerCategoryFeed: ({ params }) => movedTo(feedPath('atom', params.category)),
    formerPrivateFeed: ({ params }) => movedTo(privateFeedPath(params.token, 'atom')),
  }
}

const movedTo = async (path: string): Promise<PublicContent> => ({ status: 301, body: null, headers: { Location: path } })

const always = () => true

async function readFeed(scope: FeedScope, { isHidden }: PublicRequest, { db, siteConfig, publicUrl }: Dependencies): Promise<Feed> {
  const { words, blog } = await readFeedBlog(db, { siteConfig, publicUrl })
  if (isHidden) {
    return toFeed(scope, { ...blog, name: words.name, author: '', categories: NO_CATEGORY_NAMES }, { posts: [], showsPictures: always })
  }
  const category = scope.kind === 'category' ? scope.category : undefined
  return toFeed(scope, blog, { posts: await listFeedPosts(db, { audience: 'public', category }), showsPictures: always })
}

/** Feeds contain the names of authors and of the blog. Feed readers poll often, and mostly nothing is new. */
function toContent({ addCacheTags }: PublicRequest, feed: Feed, format: FeedFormat): PublicContent {
  addCacheTags(POSTS_TAG, ANY_USER_TAG, SITE_TAG)
  return { body: FEED_WRITERS[format](feed), type: `${FEEDS[format].type}; charset=utf-8` }
}
