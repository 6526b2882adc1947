import { IMPORT_FILE_MAX_BYTES, PINNED_POSTS_MAX } from '#platform/contract/limits.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { getBlogWords, isBlogClosed } from '#site/server/index.ts'
import { isForeign, type OpenSource, openSource } from '#moving/server/readers/open-source.ts'
import { ImportReport } from '#moving/server/record/report.ts'
import type { Source, SourceBlog } from '#moving/server/record/source.ts'
import { withCircuitBreaker } from './files/circuit-breaker.ts'
import { FileImporter, fileKeyOf } from './files/import-files.ts'
import { PictureImporter, pictureKeyOf } from './files/import-pictures.ts'
import { openFileFolder, openPictureFolder } from './files/local-pictures.ts'
import { importedItemsOf } from './imported-items.store.ts'
import { createFindAuthor, type Importer, type ImportOptions, type ImportParts, type Run } from './import-run.ts'
import { listCategories, planLabels, toLabels } from './posts/categories-of-posts.ts'
import { planAddresses } from './posts/plan-addresses.ts'

export interface OpenRun {
  /** Its texts are only counted: nothing is fetched or stored. */
  readonly run: Run
  readonly blog: SourceBlog | undefined
  /** Names of the categories to add. */
  readonly labels: readonly string[]
}

/** Opens the file and decides everything that comes before the first text, without writing anything. @throws AppError */
export async function openRun(parts: ImportParts, options: ImportOptions): Promise<OpenRun> {
  const { db } = parts
  const report = new ImportReport()
  const { timeZone } = await getBlogWords(db, options.siteConfig)
  const source = await openSource(options.path, { report, site: options.site, now: parts.now(), timeZone })
  report.asksForSite = isForeign(source) && source.site === null
  const blog = await source.blog?.()
  const categories = await listCategories(db)
  const labels = await planLabels({ db, report }, source.entries, categories)
  const counting = {
    pictures: countingImporter((address) => report.countOnce('pictures', pictureKeyOf(address, source))),
    files: countingImporter((address) => report.countOnce('files', fileKeyOf(address, source.site))),
  }
  const run: Run = {
    parts,
    options,
    timeZone,
    isClosed: await isBlogClosed(db),
    report,
    source,
    importedItems: importedItemsOf(options.importId),
    ...counting,
    counting,
    plan: await planAddresses(db, source.entries, blog?.pages ?? []),
    findAuthor: await createFindAuthor(db, options.authorId, report),
    pins: await choosePins(db, source, { report, importId: options.importId }),
    categories,
    labels: toLabels(labels),
  }
  return { run, blog: blog && { ...blog, pages: run.plan.pages }, labels }
}

/** The address of nothing: a text that is only read needs one. */
const NOTHING = { url: '/files/0000000000000000/0000000000000-picture.jpg' }

const countingImporter = (count: (address: string) => void): Importer => ({
  async import(address) {
    if (!address.startsWith('/drawings/')) count(address)
    return NOTHING
  },
})

/** The newest pinned posts of the old blog, as many as fit. Reports the others. */
async function choosePins(
  db: Database,
  { pins = [], entries }: Pick<Source, 'pins' | 'entries'>,
  { report, importId }: { readonly report: ImportReport; readonly importId: string },
): Promise<ReadonlySet<string>> {
  const titles = new Map(entries.map(({ id, title }) => [id, title]))
  const sorted = pins.filter(({ id }) => titles.has(id)).toSorted((a, b) => b.at - a.at)
  const pinned = await db.selectFrom('posts').select('import_id').where('pinned', '=', 1).where('state', '=', 'published').execute()
  const room = Math.max(0, PINNED_POSTS_MAX - pinned.filter((row) => row.import_id !== importId).length)
  for (const { id } of sorted.slice(room)) report.add('pin', titles.get(id) || 'Without a title')
  return new Set(sorted.slice(0, room).map(({ id }) => id))
}

/** Importers that fetch and store. @throws AppError without the folder */
export async function openImporters(
  parts: ImportParts,
  { pictures, path, downloadPicture, downloadFile }: ImportOptions,
  { source, importedItems, report }: Pick<Run, 'source' | 'importedItems' | 'report'>,
): Promise<Run['counting']> {
  const folder = folderOf(source, { path, pictures })
  const shared = { importer: parts, importedItems, report, site: source.site }
  try {
    return {
      pictures: new PictureImporter({
        ...shared,
        findLocal: folder === null ? null : await openPictureFolder(folder),
        downloadPicture: downloadPicture && withCircuitBreaker(downloadPicture),
        isFullSize: source.isFullSize,
      }),
      files: new FileImporter({
        ...shared,
        findLocal: folder === null ? null : await openFileFolder(folder),
        downloadFile: downloadFile && withCircuitBreaker(downloadFile),
        // The size limit does not apply to files of a Kindred export.
        maxBytes: isForeign(source) ? IMPORT_FILE_MAX_BYTES : Infinity,
      }),
    }
  } catch {
    throw new AppError('not_found', `There is no folder ${folder}.`)
  }
}

const folderOf = ({ format }: OpenSource, { path, pictures }: Pick<ImportOptions, 'path' | 'pictures'>) =>
  format === 'markdown' ? path : pictures
