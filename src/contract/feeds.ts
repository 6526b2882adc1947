/** The formats that posts can be followed in. */
export const FEEDS = {
  atom: { file: 'feed.xml', type: 'application/atom+xml' },
  rss: { file: 'rss.xml', type: 'application/rss+xml' },
  json: { file: 'feed.json', type: 'application/feed+json' },
} as const

export type FeedFormat = keyof typeof FEEDS
export const feedFormats = Object.keys(FEEDS) as FeedFormat[]

/** Address of the feed of the whole blog, or of a category. */
export const feedPath = (format: FeedFormat, category?: string): string =>
  `${category === undefined ? '' : `/category/${category}`}/${FEEDS[format].file}`

const FILES = feedFormats.map((format) => FEEDS[format].file.replace('.', '\\.')).join('|')

/** The path of a feed of a category, whether or not there is one. */
export const CATEGORY_FEED = new RegExp(`^/category/([a-z0-9]+(?:-[a-z0-9]+)*)/(${FILES})$`)

/** First part of the addresses of private feeds: a token and the file follow. */
export const PRIVATE_FEEDS = '/private-feed'

/** The address is a key: nothing may log it. */
export const privateFeedPath = (token: string, format: FeedFormat): string => `${PRIVATE_FEEDS}/${token}/${FEEDS[format].file}`
