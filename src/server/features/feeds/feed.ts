import type { FeedFormat } from '#contract/feeds.ts'

/** What a feed says, whichever format it is written in. Every address is whole: not all readers resolve relative ones. */
export interface Feed {
  /** Stays while name and address of the blog change, as far as it can. */
  readonly id: string
  readonly title: string
  /** The page that shows the same. */
  readonly pageUrl: string
  /** Its own address in each format; null where the address is a key, which a copy of the feed must not hold. */
  readonly selfUrl: ((format: FeedFormat) => string) | null
  readonly author: string
  /** BCP 47. */
  readonly language: string
  /** Of its newest change, in ms. */
  readonly updatedAt: number
  readonly entries: readonly FeedEntry[]
}

export interface FeedEntry {
  /** Stays when a new title gives a new address. */
  readonly id: string
  readonly url: string
  readonly title: string
  /** Sanitised HTML. */
  readonly html: string
  /** The beginning of the text, without markup. */
  readonly summary: string
  readonly publishedAt: number
  readonly updatedAt: number
  /** Null: that of the feed. */
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
