import type { ImportProgress } from '#import-export/contract/imports.endpoints.ts'
import type { OpenSource } from '#import-export/server/readers/open-source.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourceAuthor } from '#import-export/server/record/source.ts'
import type { Category } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { SiteConfig } from '#site/server/index.ts'
import type { FetchFile } from './files/fetch-file.ts'
import type { Importer, MediaParts } from './files/import-media.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { AddressPlan } from './posts/plan-addresses.ts'

export interface ImportOptions {
  /** Of `imports`: what is imported belongs to it. */
  readonly importId: string
  readonly path: string
  readonly publicUrl: string
  /** Admin to whom posts of unknown authors belong; null for the first one. */
  readonly authorId: string | null
  /** Folder with a copy of the blog's pictures and files. */
  readonly pictures: string | null
  /** Defaults for the blog's settings, from the environment. */
  readonly siteConfig: SiteConfig
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** Null if nothing is fetched. */
  readonly fetchFile: FetchFile | null
  readonly signal?: AbortSignal
  /** Keys of items at which an earlier process ended: they are reported, not read. */
  readonly passedOver?: readonly string[]
  /** Called once the file is understood, before anything is written. */
  readonly onOpened?: (opened: Pick<OpenSource, 'format'> & { readonly asksForSite: boolean }) => Promise<void>
  /** Called before each post and page with its key, and with null before the rest. */
  readonly onItem?: (item: string | null) => void
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called after each post and page. */
  readonly pause?: () => Promise<void>
}

export interface ImportParts extends MediaParts {
  readonly newId: () => string
}

interface Importers {
  readonly pictures: Importer
  readonly files: Importer
}

/** State of a running import, or of one that only reads the file. */
export interface Run extends Importers {
  readonly parts: ImportParts
  readonly options: ImportOptions
  /** True if nothing is written or fetched. */
  readonly isCheck: boolean
  /** Of this blog. */
  readonly timeZone: string
  /** Whether this blog is for the family alone. */
  readonly isBlogClosed: boolean
  readonly report: ImportReport
  readonly source: OpenSource
  readonly importedItems: ImportedItems
  /** Fetch and store nothing: for texts that are only read. */
  readonly counting: Importers
  readonly plan: AddressPlan
  readonly findAuthor: FindAuthor
  /** Ids of posts in the source that are pinned. */
  readonly pins: ReadonlySet<string>
  /** Slugs in Kindred by normalized names of the old blog. */
  readonly categories: ReadonlyMap<string, Category>
  /** Categories that this import adds, by normalized names; for posts without one of `categories`. */
  readonly labels: ReadonlyMap<string, Category>
}

/** Finds the account that becomes a post's author. */
type FindAuthor = (author: SourceAuthor | null) => string

/**
 * Matches authors to admins by email, or by username in Kindred exports, which have no emails. Other posts belong to the
 * admin who imports, or to the first admin.
 * @throws not_found without an admin
 */
export async function createFindAuthor(db: Database, id: string | null, report: ImportReport): Promise<FindAuthor> {
  const admins = await db.selectFrom('users').select(['id', 'email', 'username']).where('is_admin', '=', 1).orderBy('created_at').execute()
  const fallback = admins.find((admin) => admin.id === id) ?? admins[0]
  if (!fallback) throw new AppError('not_found', 'This blog has no admin yet. To make one: npm run blog -- user create --admin')
  return (author) => {
    if (author === null) return fallback.id
    const { name, email } = author
    const found = admins.find((admin) => (email === null ? admin.username === name : admin.email === email.trim().toLowerCase()))
    if (!found && name !== '') report.add('author', `posts of ${name} now belong to @${fallback.username}`)
    return (found ?? fallback).id
  }
}
