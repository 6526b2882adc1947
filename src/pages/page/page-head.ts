import type { Site } from '#site/contract/site.endpoints.ts'
import { visibleText } from '#posts/contract/body-text.ts'

/** A post as link previews and search engines see it. */
export interface Article {
  /** Address of its cover. */
  readonly image: string
  /** Times as in the API. */
  readonly publishedAt: string
  readonly changedAt: string
  /** Empty if there is no author. */
  readonly author: string
  /** Null if it has no category. */
  readonly section: { readonly name: string; readonly path: string } | null
  readonly wordCount: number
  readonly commentCount: number
}

/** Data for the <head> of a page. */
export interface PageHead {
  /** Without the site's name; empty if the title is that name. */
  readonly title: string
  readonly description: string
  /** Canonical path with its query; null for a page without a lasting address. */
  readonly path: string | null
  /** Only for public posts: their link preview and structured data. */
  readonly article?: Article
  /** Not public: the page has no link preview. */
  readonly isRestricted?: boolean
  /** Category whose feeds the page offers beside those of the blog. */
  readonly feedsOf?: { readonly slug: string; readonly name: string }
  /** Keeps the page out of search engines. */
  readonly noIndex?: boolean
}

/** `head` of a page module; `data` is the result of its loader. */
export type HeadOf<Data = unknown> = (data: Data, site: Site) => PageHead

/** 'X · Site'. */
export const documentTitle = (head: PageHead, site: Site): string => (head.title === '' ? site.name : `${head.title} · ${site.name}`)

/** A path that URL parsing would not change. */
const PLAIN_PATH = /^(?:\/[\w-]+)+(?:\.\w+)?$/

/** Absolute URL. Plain paths are not parsed, because parsing takes as long as rendering a comment. */
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

/** Characters of HTML. Enough for most previews; a body that opens with pictures needs more. */
const READ_FIRST = 400
const READ_AT_MOST = 1500

/** Text at the beginning of a body, cut for a preview. */
export const bodyExcerpt = (html: string): string => {
  const opening = excerpt(visibleText(html.slice(0, READ_FIRST)))
  return opening.endsWith('…') || html.length <= READ_FIRST ? opening : excerpt(visibleText(html.slice(0, READ_AT_MOST)))
}
