/** Feed formats with file names and media types. */
export const FEEDS = {
  atom: { file: 'feed.xml', type: 'application/atom+xml' },
  rss: { file: 'rss.xml', type: 'application/rss+xml' },
} as const

export type FeedFormat = keyof typeof FEEDS
export const feedFormats = Object.keys(FEEDS) as FeedFormat[]

/** Address of the feed of the whole blog, or of a category. */
export const feedPath = (format: FeedFormat, category?: string): string =>
  `${category === undefined ? '' : `/category/${category}`}/${FEEDS[format].file}`

/** Path prefix of private feeds; a token and the file name follow. */
export const PRIVATE_FEEDS = '/private-feed'

/** The path grants access: never log it. */
export const privateFeedPath = (token: string, format: FeedFormat): string => `${PRIVATE_FEEDS}/${token}/${FEEDS[format].file}`
