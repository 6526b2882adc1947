import type { Audience } from '#contract/audiences.ts'
import type { FixedPageId, PagePlace } from '#contract/blog-pages.ts'
import type { Includable } from '#contract/import-choices.ts'
import type { NoteKind } from '#contract/import-report.ts'
import type { FormerAddresses } from '#server/markdown/addresses-file.ts'
import type { BlogFile } from '#server/markdown/blog-file.ts'
import type { ImportReport } from './report.ts'

export interface SourceOptions {
  readonly report: ImportReport
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** What is read beside published posts that everyone could read. */
  readonly include: ReadonlySet<Includable>
  /** Tells what was still to be published there. */
  readonly now: number
}

/** What an import reads from, in any format: plain data, not validated yet. */
export interface Source {
  /** For people, for instance 'WordPress export of https://old.example.org'. */
  readonly title: string
  /** Names the blog in `imported_items`, the same for each export of it. */
  readonly key: string
  /** Address of the old blog, without a trailing slash; null where the file does not name it. */
  readonly site: string | null
  /** Posts that can be imported, in the order of the file. */
  readonly entries: readonly SourceEntry[]
  /** Posts that stayed at the top of the list, where the source has more of them than fit here. */
  readonly pins?: readonly SourcePin[]
  /** The same posts with their texts, one at a time. */
  readonly posts: () => AsyncIterable<SourceItem>
  /** Pages, if they are asked for; settings where the source is a Kindred blog. */
  readonly blog?: () => Promise<SourceBlog>
  /** Addresses there that were no post's or page's. */
  readonly lists: readonly SourceList[]
  /** Pages there that showed nothing but a picture or file. */
  readonly filePages?: readonly SourceFilePage[]
  /** Accounts and subscribers, if they are asked for. */
  readonly people: readonly SourcePerson[]
}

export { INCLUDABLE, type Includable } from '#contract/import-choices.ts'

export interface SourcePin {
  readonly id: string
  readonly at: number
}

/** A list of posts on the old blog, all its pages and feeds. */
export interface SourceList {
  /** Its path there, for instance `/category/news`. */
  readonly path: string
  readonly kind: 'category' | 'tag' | 'author' | 'all'
  /** Names or slugs of the category, or the tag's name, the best match first; empty for the others. */
  readonly names: readonly string[]
}

export interface SourceFilePage {
  /** Of the file. */
  readonly url: string
  /** Of the page. */
  readonly addresses: readonly string[]
}

export interface SourcePerson {
  /** Any text. */
  readonly name: string
  readonly email: string
  /** A `subscriber` had no account. */
  readonly kind: 'author' | 'member' | 'subscriber'
  /** Since when they had agreed to get the newsletter; null for who had not. */
  readonly consentedAt: number | null
}

export interface SourceBlog {
  /** In the order of their menus. */
  readonly pages: readonly SourcePage[]
  /** Null where there are none. Not validated yet. */
  readonly settings: BlogFile | null
  /** What it had kept of a blog before it. */
  readonly former?: FormerAddresses
}

export interface SourcePage {
  readonly id: string
  /** Which of the pages that every blog has; null for one of the family's own. */
  readonly fixed: FixedPageId | null
  readonly slug: string | null
  readonly place: PagePlace
  readonly title: string
  readonly html: string
  /** As of a post. */
  readonly audience?: Audience | undefined
  readonly updatedAt: number | null
  /** Its former paths or absolute URLs. */
  readonly addresses?: readonly string[]
  readonly notes?: readonly Note[]
}

/** A post whose texts are parsed when they are needed, so that a broken one fails alone. */
export interface SourceItem {
  readonly id: string
  /** @throws AppError */
  readonly read: () => SourcePost
}

export interface SourceEntry {
  readonly id: string
  /** As it was in the source; any text. */
  readonly slug: string | null
  readonly title: string
  /** Its former paths or absolute URLs. */
  readonly addresses: readonly string[]
  /** True for one that gets no address here. */
  readonly isDraft?: boolean
  /** Left out where they are not asked for. */
  readonly labels?: SourceLabels
}

export interface SourceLabels {
  /** As of a post. */
  readonly categories: readonly string[]
  /** Names of its categories, then of its tags. */
  readonly names: readonly string[]
}

export interface SourcePost {
  readonly id: string
  /** Its id, if the source is a Kindred blog. */
  readonly ownId: string | null
  /** Plain text. */
  readonly title: string
  /** Body, with the addresses of the source. */
  readonly html: string
  /** Former slugs, which redirect to it. */
  readonly oldSlugs: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** When it is to be published; in the past it is published at once. */
  readonly publishAt?: number
  readonly isPinned?: boolean
  /** True for one that was never published there. */
  readonly isDraft?: boolean
  /** Who may read it; that of the settings where the source does not say. */
  readonly audience?: Audience | undefined
  /** Names or slugs, the best match first. */
  readonly categories: readonly string[]
  /** Names. */
  readonly tags?: readonly string[]
  /** True where readers cannot comment on it. */
  readonly isClosed?: boolean
  /** Address of the cover. */
  readonly cover: string | null
  readonly author: SourceAuthor | null
  readonly comments: readonly SourceComment[]
  /** What could not be converted to HTML. */
  readonly notes: readonly Note[]
}

export interface SourceAuthor {
  readonly name: string
  /** Only compared with accounts, never shown. */
  readonly email: string | null
}

export interface SourceComment {
  readonly id: string
  readonly ownId: string | null
  readonly name: string | null
  /** Plain text of any length. */
  readonly text: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly pending: boolean
  /** Id in the source of the comment that it replies to, at any depth. */
  readonly parentId: string | null
}

/** Something that was not imported unchanged. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
}
