import type { Category } from '#platform/contract/categories.ts'
import type { SiteConfig } from '#site/server/index.ts'
import type { FileParts, PictureParts } from '#media/server/index.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { OpenSource } from '#moving/server/readers/open-source.ts'
import type { DownloadFile } from './files/download-file.ts'
import type { FileImporter } from './files/import-files.ts'
import type { DownloadPicture } from './files/download-picture.ts'
import type { PictureImporter } from './files/import-pictures.ts'
import type { PagePlan } from './posts/plan-pages.ts'
import type { SlugPlan } from './posts/plan-slugs.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { Includable, SourceAuthor } from '#moving/server/record/source.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'

export interface ImportOptions {
  readonly path: string
  readonly publicUrl: string
  readonly isDryRun: boolean
  /** Optional parts that are imported in addition to public posts. */
  readonly include: ReadonlySet<Includable>
  /** Email of the admin who becomes the author; null for the first admin. */
  readonly author: string | null
  /** Folder with a copy of the blog's pictures and files. */
  readonly pictures: string | null
  /** Defaults for the blog's settings, from the environment. */
  readonly siteConfig: SiteConfig
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** Slugs in Kindred by category names of the old blog, from the operator. */
  readonly categories: ReadonlyMap<string, string>
  /** Null with `--no-fetch`. */
  readonly downloadPicture: DownloadPicture | null
  readonly downloadFile: DownloadFile | null
  /** Path of a CSV file of members, exported by Ghost. */
  readonly members: string | null
  /** Whether invitations are mailed. Otherwise their links are written to a file. */
  readonly invitesByMail: boolean
  readonly invitationsFolder: string
  readonly signal?: AbortSignal
  /** Why items are reported and not read, by the keys of `onItem`. */
  readonly passedOver?: ReadonlyMap<string, string>
  /** Called before each post and page with its key, and with null before the rest. */
  readonly onItem?: (item: string | null) => void
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called after each post and page. */
  readonly pause?: () => Promise<void>
}

interface ImportProgress {
  readonly done: number
  readonly total: number
  readonly pictures: number
}

export interface ImportParts extends PictureParts {
  readonly workers: PictureParts['workers'] & FileParts['workers']
  readonly newId: () => string
  /** Needed for `invitesByMail`. */
  readonly outbox?: Outbox
}

/** State of a running import. */
export interface Run {
  readonly parts: ImportParts
  readonly options: ImportOptions
  /** Of this blog. */
  readonly timeZone: string
  readonly report: ImportReport
  readonly source: OpenSource
  readonly importedItems: ImportedItems
  readonly pictures: PictureImporter
  readonly files: FileImporter
  readonly plan: SlugPlan & Omit<PagePlan, 'pages'>
  readonly findAuthor: FindAuthor
  /** Ids of posts in the source that are pinned. */
  readonly pins: ReadonlySet<string>
  /** Slugs in Kindred by normalized names of the old blog. */
  readonly categories: ReadonlyMap<string, Category>
  /** Categories that `importLabels` created, by normalized names; for posts without one of `categories`. */
  readonly labels: ReadonlyMap<string, Category>
}

/** Finds the account that becomes a post's author. */
type FindAuthor = (author: SourceAuthor | null) => string

/**
 * Matches authors to admins by email, or by username in Kindred exports, which have no emails. Other posts belong to the
 * admin that `--author` names, or to the first admin.
 * @throws not_found without such an admin
 */
export async function createFindAuthor(db: Database, email: string | null, report: ImportReport): Promise<FindAuthor> {
  const admins = await db.selectFrom('users').select(['id', 'email', 'username']).where('is_admin', '=', 1).orderBy('created_at').execute()
  const fallback = email === null ? admins[0] : admins.find((admin) => admin.email === email.trim().toLowerCase())
  if (!fallback) {
    const why = email === null ? 'This blog has no admin yet' : 'There is no admin with the email that --author names'
    throw new AppError('not_found', `${why}. To make one: npm run blog -- user create --admin`)
  }
  return (author) => {
    if (author === null) return fallback.id
    const byEmail = admins.find((admin) => author.email !== null && admin.email === author.email.trim().toLowerCase())
    const byName = author.email === null ? admins.find((admin) => admin.username === author.name) : undefined
    const found = byEmail ?? byName
    if (!found && author.name !== '') report.add('author', `posts of ${author.name} now belong to @${fallback.username}`)
    return (found ?? fallback).id
  }
}
