import type { FeedFormat } from '#posts/contract/feeds.ts'

/** Content of a feed, for all formats. Its URLs are absolute, because some readers cannot resolve relative ones. */
export interface Feed {
  /** Stays the same when the blog is renamed. */
  readonly id: string
  readonly title: string
  /** Page that shows the same posts. */
  readonly pageUrl: string
  /** URL of the feed by format; null for a private feed, whose URL is a secret that copies must not contain. */
  readonly selfUrl: ((format: FeedFormat) => string) | null
  readonly author: string
  /** BCP 47. */
  readonly language: string
  /** Time of the newest change, in ms. */
  readonly updatedAt: number
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  /** Stays the same when a new title changes the URL. */
  readonly id: string
  readonly url: string
  readonly title: string
  /** Sanitised HTML. */
  readonly html: string
  /** The beginning of the text, without markup. */
  readonly summary: string
  readonly publishedAt: number
  readonly updatedAt: number
  /** Null for the author of the feed. */
  readonly author: string | null
  readonly category: { readonly slug: string; readonly name: string } | null
  readonly cover: FeedPicture | null
}

export interface FeedPicture {
  readonly url: string
  readonly type: string
  readonly width: number
  readonly height: number
}
