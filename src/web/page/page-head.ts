import type { Site } from '#contract/endpoints/site.ts'

/** A post as link previews and search engines see it. */
export interface Article {
  readonly id: string
  /** Address of its cover. */
  readonly image: string
  /** Times as in the API. */
  readonly publishedAt: string
  readonly changedAt: string
  /** Empty where nobody is named. */
  readonly author: string
  /** Null where it is in no category. */
  readonly section: { readonly name: string; readonly path: string } | null
  readonly wordCount: number
  /** Null where it is not known. */
  readonly commentCount: number | null
}

/** What a page says about itself in <head>. */
export interface PageHead {
  /** Without the site's name; empty where the name alone is the title. */
  readonly title: string
  readonly description: string
  /** Canonical path with the query that belongs to it; null for what has no lasting address. */
  readonly path: string | null
  /** Of a post for everyone: its link preview, and what search engines read of it. */
  readonly article?: Article
  /** Only for some people: the page has no preview. */
  readonly isRestricted?: boolean
  /** Category whose feeds the page offers beside those of the blog. */
  readonly feedsOf?: { readonly slug: string; readonly name: string }
  /** Keeps the page out of search engines. */
  readonly noIndex?: boolean
}

/** `head` of a page module: `data` is what its loader answered. */
export type HeadOf<Data = unknown> = (data: Data, site: Site) => PageHead

/** 'X · Site'. */
export const documentTitle = (head: PageHead, site: Site): string => (head.title === '' ? site.name : `${head.title} · ${site.name}`)

/** A path in which there is nothing that an address writes differently. */
const PLAIN_PATH = /^(?:\/[\w-]+)+(?:\.\w+)?$/

/** An address as others see it. Parsing one takes as long as rendering a comment. */
export const absoluteUrl = (pathOrUrl: string, site: Site): string =>
  PLAIN_PATH.test(pathOrUrl) ? site.publicUrl + pathOrUrl : new URL(pathOrUrl, site.publicUrl).href

/** At most about `max` characters of a text, cut between words. */
export const excerpt = (text: string, max = 160): string => {
  // Only the beginning of a long text matters.
  const flat = text
    .slice(0, max * 4)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (flat.length <= max) return flat
  const cut = flat.slice(0, max - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2))}…`
}
