import type { Category } from '#platform/contract/categories.ts'
import type { SiteConfig } from '#site/server/index.ts'
import type { FileParts, PictureParts } from '#media/server/index.ts'
import type { ImportProgress } from '#moving/contract/imports.endpoints.ts'
import type { OpenSource } from '#moving/server/readers/open-source.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceAuthor } from '#moving/server/record/source.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { DownloadFile } from './files/download-file.ts'
import type { DownloadPicture } from './files/download-picture.ts'
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
  readonly downloadPicture: DownloadPicture | null
  readonly downloadFile: DownloadFile | null
  readonly signal?: AbortSignal
  /** Why items are reported and not read, by the keys of `onItem`. */
  readonly passedOver?: ReadonlyMap<string, string>
  /** Called before each post and page with its key, and with null before the rest. */
  readonly onItem?: (item: string | null) => void
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called after each post and page. */
  readonly pause?: () => Promise<void>
}

export interface ImportParts extends PictureParts {
  readonly workers: PictureParts['workers'] & FileParts['workers']
  readonly newId: () => string
}

type Imported = { readonly url: string } | { readonly reason: string }

/** Takes a picture or file over. */
export interface Importer {
  /**
   * @param address as written in the source
   * @param userId owner
   * @throws AppError for errors that end the import
   */
  readonly import: (address: string, userId: string) => Promise<Imported>
}

interface Importers {
  readonly pictures: Importer
  readonly files: Importer
}

/** State of a running import. */
export interface Run extends Importers {
  readonly parts: ImportParts
  readonly options: ImportOptions
  /** Of this blog. */
  readonly timeZone: string
  /** Whether this blog is for the family alone. */
  readonly isClosed: boolean
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
    const byEmail = admins.find((admin) => author.email !== null && admin.email === author.email.trim().toLowerCase())
    const byName = author.email === null ? admins.find((admin) => admin.username === author.name) : undefined
    const found = byEmail ?? byName
    if (!found && author.name !== '') report.add('author', `posts of ${author.name} now belong to @${fallback.username}`)
    return (found ?? fallback).id
  }
}
