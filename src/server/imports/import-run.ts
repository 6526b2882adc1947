import type { Category } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import type { SiteConfig } from '#server/features/blog-words.ts'
import type { PictureParts } from '#server/features/files/store-picture.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import type { FindAuthor } from './find-author.ts'
import type { ImportedItems } from './imported-items.store.ts'
import type { OpenSource } from './open-source.ts'
import type { DownloadFile } from './files/download-file.ts'
import type { FileImporter } from './files/import-files.ts'
import type { DownloadPicture } from './pictures/download-picture.ts'
import type { PictureImporter } from './pictures/import-pictures.ts'
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
  readonly plan: SlugPlan
  readonly findAuthor: FindAuthor
  /** Of this blog, by their names there. */
  readonly categories: ReadonlyMap<string, Category>
}

/** @returns null for errors that end the import */
export function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) return error.code === 'unavailable' ? null : error.message
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment. Run the import again to be sure.'
  // The parsers recurse as deep as the text is nested.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}
