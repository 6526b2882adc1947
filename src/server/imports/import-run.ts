import type { Category } from '#contract/categories.ts'
import type { SiteConfig } from '#server/features/blog-words.ts'
import type { PictureParts } from '#server/features/files/store-picture.ts'
import type { Outbox } from '#server/platform/mail/outbox.ts'
import type { FindAuthor } from './find-author.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { OpenSource } from './open-source.ts'
import type { DownloadFile } from './files/download-file.ts'
import type { FileImporter } from './files/import-files.ts'
import type { DownloadPicture } from './pictures/download-picture.ts'
import type { PictureImporter } from './pictures/import-pictures.ts'
import type { PagePlan } from './plan-pages.ts'
import type { SlugPlan } from './plan-slugs.ts'
import type { ImportReport } from './report.ts'
import type { Includable } from './source.ts'

export interface ImportOptions {
  readonly path: string
  readonly publicUrl: string
  readonly isDryRun: boolean
  /** What is imported beside published posts that everyone could read. */
  readonly include: ReadonlySet<Includable>
  /** Email of the admin who becomes the author; null for the first admin. */
  readonly author: string | null
  /** Folder with a copy of the blog's pictures and files. */
  readonly pictures: string | null
  /** What the environment says of this blog. */
  readonly siteConfig: SiteConfig
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** What the operator has mapped. */
  readonly categories: ReadonlyMap<string, string>
  /** Null with `--no-fetch`. */
  readonly downloadPicture: DownloadPicture | null
  readonly downloadFile: DownloadFile | null
  /** A list of members that Ghost has exported, as CSV. */
  readonly members: string | null
  /** Whether people get their invitations by mail. Otherwise nobody is mailed. */
  readonly invitesByMail: boolean
  /** Where a file with the invitations goes. */
  readonly invitationsFolder: string
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
  /** Called after each post: lets others go first. */
  readonly pause?: () => Promise<void>
}

export interface ImportProgress {
  readonly done: number
  readonly total: number
  readonly pictures: number
}

export interface ImportParts extends PictureParts {
  readonly newId: () => string
  /** For invitations by mail. */
  readonly outbox?: Outbox
}

/** One import while it runs. */
export interface Run {
  readonly parts: ImportParts
  readonly options: ImportOptions
  readonly report: ImportReport
  readonly source: OpenSource
  readonly memory: ImportedItems
  readonly pictures: PictureImporter
  readonly files: FileImporter
  readonly plan: SlugPlan & Omit<PagePlan, 'pages'>
  readonly findAuthor: FindAuthor
  /** Ids of posts that stay at the top. */
  readonly pins: ReadonlySet<string>
  /** Of this blog, by their names there. */
  readonly categories: ReadonlyMap<string, Category>
  /** Categories that were made of names there, by those names; for posts that have none of ours. */
  readonly labels: ReadonlyMap<string, Category>
}
