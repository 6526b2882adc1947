import { createHash } from 'node:crypto'
import type { Audience } from '#platform/contract/audiences.ts'
import type { FixedPageId, PagePlace } from '#site/contract/blog-pages.ts'
import type { NoteKind } from '#import-export/contract/import-report.ts'
import type { BlogFile, FormerAddresses } from '#import-export/server/formats/blog-file.ts'
import type { ImportReport } from './report.ts'

export interface SourceOptions {
  readonly report: ImportReport
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** Current time: scheduled posts before it are drafts, later ones planned posts. */
  readonly now: number
  /** Of this blog, for dates without an offset. */
  readonly timeZone: string
}

/** Contents of an export in any format: plain data, not validated yet. */
export interface Source {
  /** Description for people, for instance 'WordPress export of https://old.example.org'. */
  readonly title: string
  /** Address of the old blog, without a trailing slash; null if the file does not name it. */
  readonly site: string | null
  /** Posts that can be imported, in the order of the file. */
  readonly entries: readonly SourceEntry[]
  /** Pinned posts, in formats without a limit for them. */
  readonly pins?: readonly SourcePin[]
  /** The posts of `entries` with their texts, one at a time. */
  readonly posts: () => AsyncIterable<SourceItem>
  /** Pages; settings of a Kindred blog. */
  readonly blog?: () => Promise<SourceBlog>
  /** Lists of posts on the old blog. */
  readonly lists: readonly SourceList[]
  /** Pages of the old blog that showed only a picture or file. */
  readonly filePages?: readonly SourceFilePage[]
  /** People who had agreed to get the newsletter. */
  readonly people: readonly SourcePerson[]
}

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
  readonly email: string
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
  /** The same in each export of its blog, and never that of another post, of this blog or another (`identityOf`). */
  readonly id: string
  /** As written in the source, not validated. */
  readonly slug: string | null
  readonly title: string
  /** Its former paths or absolute URLs. */
  readonly addresses: readonly string[]
  /** Drafts have no address in Kindred. */
  readonly isDraft?: boolean
  /** Undefined if not everyone can read the post there: categories here are seen by everyone. */
  readonly labels?: {
    /** As `SourcePost.categories`. */
    readonly categories: readonly string[]
    /** Names of the post's categories, then of its tags. */
    readonly names: readonly string[]
  }
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
  readonly areCommentsClosed?: boolean
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

interface Identified {
  /** Id on the old blog. */
  readonly number: string
  readonly address: string | null
  readonly date: number
  readonly title: string
}

/** Numbers are given again and again: of two things with one number, another address, date or title makes another thing. */
export const identityOf = ({ number, ...rest }: Identified): string =>
  `${number} ${createHash('sha256').update(JSON.stringify(rest)).digest('base64url').slice(0, 16)}`
