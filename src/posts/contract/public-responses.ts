import { publicResponse } from '#platform/contract/public-response.ts'
import { feedPath } from './feeds.ts'

const FEED = { sharing: 'everyone', caching: 'server', whenClosed: 'empty' } as const
/** At a secret address. Members read it on a closed blog, too. */
const PRIVATE_FEED = { sharing: 'nobody', caching: 'client', whenClosed: 'open' } as const

/** Feeds contain public posts only; private ones what one member may read. */
export const feedResponses = {
  atomFeed: publicResponse(feedPath('atom'), FEED),
  rssFeed: publicResponse(feedPath('rss'), FEED),
  atomCategoryFeed: publicResponse('/category/:category/feed.xml', FEED),
  rssCategoryFeed: publicResponse('/category/:category/rss.xml', FEED),
  atomPrivateFeed: publicResponse('/private-feed/:token/feed.xml', PRIVATE_FEED),
  rssPrivateFeed: publicResponse('/private-feed/:token/rss.xml', PRIVATE_FEED),
  // Version 0.1 had JSON feeds: these redirect.
  formerFeed: publicResponse('/feed.json', { ...FEED, whenClosed: 'open' }),
  formerCategoryFeed: publicResponse('/category/:category/feed.json', { ...FEED, whenClosed: 'open' }),
  formerPrivateFeed: publicResponse('/private-feed/:token/feed.json', { ...PRIVATE_FEED, caching: 'never' }),
}

const LIST = { sharing: 'everyone', caching: 'server' } as const

/** Files for robots. They list public pages only. */
export const discoveryResponses = {
  robots: publicResponse('/robots.txt', { ...LIST, whenClosed: 'empty' }),
  sitemap: publicResponse('/sitemap.xml', { ...LIST, whenClosed: 'empty' }),
  // Part of a sitemap that is too large for one file.
  numberedSitemap: publicResponse('/:sitemap{sitemap-[1-9]\\d?\\d?\\d?\\d?\\.xml}', { ...LIST, whenClosed: 'family' }),
}
