import type { Audience } from '#platform/contract/audiences.ts'
import type { FixedPageId, PagePlace } from '#site/contract/blog-pages.ts'
import type { Includable } from '#moving/contract/import-choices.ts'
import type { NoteKind } from '#moving/contract/import-report.ts'
import type { BlogFile, FormerAddresses } from '#moving/server/formats/blog-file.ts'
import type { ImportReport } from './report.ts'

export interface SourceOptions {
  readonly report: ImportReport
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** Optional parts that are read in addition to public posts. */
  readonly include: ReadonlySet<Includable>
  /** Current time: scheduled posts before it are drafts, later ones planned posts. */
  readonly now: number
  /** Of this blog, for dates without an offset. */
  readonly timeZone: string
}

/** Contents of an export in any format: plain data, not validated yet. */
export interface Source {
  /** Description for people, for instance 'WordPress export of https://old.example.org'. */
  readonly title: string
  /** Identifies the blog in `imported_items`: the same for each of its exports, and never that of another blog. */
  readonly key: string
  /** Key that earlier versions gave to this and to other blogs (`adoptItems`). */
  readonly formerKey?: SharedKey
  /** Address of the old blog, without a trailing slash; null if the file does not name it. */
  readonly site: string | null
  /** Posts that can be imported, in the order of the file. */
  readonly entries: readonly SourceEntry[]
  /** Pinned posts, in formats without a limit for them. */
  readonly pins?: readonly SourcePin[]
  /** The posts of `entries` with their texts, one at a time. */
  readonly posts: () => AsyncIterable<SourceItem>
  /** Pages, if requested; settings of a Kindred blog. */
  readonly blog?: () => Promise<SourceBlog>
  /** Lists of posts on the old blog. */
  readonly lists: readonly SourceList[]
  /** Pages of the old blog that showed only a picture or file. */
  readonly filePages?: readonly SourceFilePage[]
  /** Accounts and subscribers, if requested. */
  readonly people: readonly SourcePerson[]
}

export { INCLUDABLE, type Includable } from '#moving/contract/import-choices.ts'

/** Keys under which earlier versions saved what came from any blog of a format. */
export const SHARED_KEYS = ['ghost', 'kindred', 'markdown', 'wordpress '] as const
export type SharedKey = (typeof SHARED_KEYS)[number]

export interface SourcePin {
  readonly id: string
  readonly at: number
}

/** List of posts on the old blog, with its further pages and feeds. */
export interface SourceList {
  /** Path on the old blog, for instance `/category/news`. */
  readonly path: string
  readonly kind: 'category' | 'tag' | 'author' | 'all'
  /** Names or slugs of the category, or the tag's name, the best match first; empty for the others. */
  readonly names: readonly string[]
}

export interface SourceFilePage {
  /** Address of the file. */
  readonly url: string
  /** Addresses of the page. */
  readonly addresses: readonly string[]
}

export interface SourcePerson {
  readonly name: string
  readonly email: string
  /** A `subscriber` has no account. */
  readonly kind: 'author' | 'member' | 'subscriber'
  /** When they agreed to get the newsletter; 0 if unknown; null without consent. */
  readonly consentedAt: number | null
}

export interface SourceBlog {
  /** In menu order. */
  readonly pages: readonly SourcePage[]
  /** Null if the export has none. Not validated yet. */
  readonly settings: BlogFile | null
  /** Addresses of an even older blog, which the exported blog redirects. */
  readonly former?: FormerAddresses
}

export interface SourcePage {
  readonly id: string
  /** Id of a page that every blog has; null for the family's own pages. */
  readonly fixed: FixedPageId | null
  readonly slug: string | null
  readonly place: PagePlace
  readonly title: string
  readonly html: string
  /** As `SourcePost.audience`. */
  readonly audience?: Audience | undefined
  readonly updatedAt: number | null
  /** Its former paths or absolute URLs. */
  readonly addresses?: readonly string[]
  readonly notes?: readonly Note[]
}

/** A post that is parsed when it is read, so that a broken post fails alone. */
export interface SourceItem {
  readonly id: string
  /** @throws AppError */
  readonly read: () => SourcePost
}

export interface SourceEntry {
  readonly id: string
  /** Set if another blog may have a post with the same id. */
  readonly createdAt?: number
  /** As written in the source, not validated. */
  readonly slug: string | null
  readonly title: string
  /** Its former paths or absolute URLs. */
  readonly addresses: readonly string[]
  /** Drafts have no address in Kindred. */
  readonly isDraft?: boolean
  /** Undefined if tags are not requested. */
  readonly labels?: SourceLabels
}

interface SourceLabels {
  /** As `SourcePost.categories`. */
  readonly categories: readonly string[]
  /** Names of the post's categories, then of its tags. */
  readonly names: readonly string[]
}

export interface SourcePost {
  readonly id: string
  /** Id in an exported Kindred blog; null in other exports. */
  readonly ownId: string | null
  /** Plain text. */
  readonly title: string
  /** Body; addresses in it are those of the source. */
  readonly html: string
  /** Former slugs, which redirect to the post. */
  readonly oldSlugs: readonly string[]
  readonly createdAt: number
  readonly updatedAt: number
  /** Planned publication; a post planned for the past is published at once. */
  readonly publishAt?: number
  readonly isPinned?: boolean
  readonly isDraft?: boolean
  /** Undefined for the default audience of the settings. */
  readonly audience?: Audience | undefined
  /** Names or slugs, the best match first. */
  readonly categories: readonly string[]
  readonly tags?: readonly string[]
  /** True if readers cannot comment. */
  readonly isClosed?: boolean
  /** Address of the cover. */
  readonly cover: string | null
  readonly author: SourceAuthor | null
  readonly comments: readonly SourceComment[]
  /** For the report, for instance what could not be converted to HTML. */
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
  /** Id in the source of the comment that this one replies to; replies may be nested at any depth. */
  readonly parentId: string | null
}

/** Report line about something that was not imported, or was changed. */
export interface Note {
  readonly kind: NoteKind
  readonly detail: string
}
