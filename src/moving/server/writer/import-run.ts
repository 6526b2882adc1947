import type { Category } from '#platform/contract/categories.ts'
import type { SiteConfig } from '#site/server/index.ts'
import type { PictureParts } from '#media/server/index.ts'
import type { Outbox } from '#platform/mail/outbox.ts'
import type { FindAuthor } from './find-author.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { OpenSource } from '#moving/server/readers/open-source.ts'
import type { DownloadFile } from './files/download-file.ts'
import type { FileImporter } from './files/import-files.ts'
import type { DownloadPicture } from './files/download-picture.ts'
import type { PictureImporter } from './files/import-pictures.ts'
import type { PagePlan } from './posts/plan-pages.ts'
import type { SlugPlan } from './posts/plan-slugs.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { Includable } from '#moving/server/record/source.ts'

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
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called after each post, to let pending requests run. */
  readonly pause?: () => Promise<void>
}

export interface ImportProgress {
  readonly done: number
  readonly total: number
  readonly pictures: number
}

export interface ImportParts extends PictureParts {
  readonly newId: () => string
  /** Needed for `invitesByMail`. */
  readonly outbox?: Outbox
}

/** State of a running import. */
export interface Run {
  readonly parts: ImportParts
  readonly options: ImportOptions
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
