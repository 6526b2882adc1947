import { isForeign, openSource } from '#import-export/server/readers/open-source.ts'
import { ImportReport } from '#import-export/server/record/report.ts'
import type { Source, SourceBlog } from '#import-export/server/record/source.ts'
import { AppError } from '#platform/contract/errors.ts'
import { IMPORT_FILE_MAX_BYTES } from '#import-export/contract/import-export-limits.ts'
import { PINNED_POSTS_MAX } from '#posts/contract/post-limits.ts'
import { UPLOAD_MAX_BYTES } from '#media/contract/media-limits.ts'
import { pictureAddress } from '#media/contract/picture-address.ts'
import type { Database } from '#platform/database/database.ts'
import { getBlogWords, isBlogClosed } from '#site/server/index.ts'
import { withPauses } from './files/fetch-file.ts'
import { type Importer, keyOf, openImporter } from './files/import-media.ts'
import { openLocalFolder } from './files/local-folder.ts'
import { createFindAuthor, type ImportOptions, type ImportParts, type Run } from './import-run.ts'
import { importedItemsOf } from './imported-items.store.ts'
import { createLabels, listCategories, planLabels, toLabels } from './posts/categories-of-posts.ts'
import { importCategories } from './posts/import-categories.ts'
import { planAddresses } from './posts/plan-addresses.ts'

interface OpenRun {
  readonly run: Run
  readonly blog: SourceBlog | undefined
}

/** Opens the file and decides everything that comes before the first text. Writes categories, unless it is a check. @throws AppError */
export async function openRun(parts: ImportParts, options: ImportOptions, isCheck: boolean): Promise<OpenRun> {
  const { db } = parts
  const report = new ImportReport()
  const { timeZone } = await getBlogWords(db, options.siteConfig)
  const source = await openSource(options.path, { report, site: options.site, now: parts.now(), timeZone })
  report.asksForSite = isForeign(source) && source.site === null
  await options.onOpened?.({ format: source.format, asksForSite: report.asksForSite })
  const blog = await source.blog?.()
  const categories = await listCategories(db)
  const labels = await planLabels({ db, report }, source.entries, categories)
  const known = isCheck ? [] : await importCategories({ ...parts, report }, blog)
  const counting = { pictures: countingImporter('picture', { report, source }), files: countingImporter('file', { report, source }) }
  const importedItems = importedItemsOf(options.importId)
  const plan = await planAddresses(db, source.entries, blog?.pages ?? [])
  const run: Run = {
    parts,
    options,
    isCheck,
    timeZone,
    isBlogClosed: await isBlogClosed(db),
    report,
    source,
    importedItems,
    counting,
    ...(isCheck ? counting : await openImporters(parts, options, { source, importedItems, report })),
    plan,
    findAuthor: await createFindAuthor(db, options.authorId, report),
    pins: await choosePins(db, source, { report, importId: options.importId }),
    categories: new Map([...categories, ...known]),
    labels: isCheck ? toLabels(labels) : await createLabels(db, labels, parts.now),
  }
  return { run, blog: blog && { ...blog, pages: plan.pages } }
}

/** The address of nothing: a text that is only read needs one. */
const NOTHING = {
  url: pictureAddress({ folder: '0'.repeat(16), name: '0000000000000-picture', width: 1, height: 1, colours: null, format: 'jpg' }),
}

const countingImporter = (kind: 'picture' | 'file', { report, source }: Pick<Run, 'report' | 'source'>): Importer => ({
  async import(address) {
    if (!address.startsWith('/drawings/')) report.countOnce(`${kind}s`, keyOf(address, { ...source, kind }))
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
async function openImporters(
  parts: ImportParts,
  { pictures, path, fetchFile }: ImportOptions,
  { source, ...shared }: Pick<Run, 'source' | 'importedItems' | 'report'>,
): Promise<Run['counting']> {
  const folder = source.format === 'markdown' ? path : pictures
  const findLocal = folder === null ? null : await openLocalFolder(folder).catch(() => null)
  if (folder !== null && findLocal === null) throw new AppError('not_found', `There is no folder ${folder}.`)
  const { site, isFullSize } = source
  const media = { ...shared, parts, site, isFullSize, findLocal, fetchFile: fetchFile && withPauses(fetchFile) }
  return {
    pictures: openImporter({ ...media, kind: 'picture', maxBytes: UPLOAD_MAX_BYTES.post }),
    // The size limit does not apply to files of a Kindred export.
    files: openImporter({ ...media, kind: 'file', maxBytes: isForeign(source) ? IMPORT_FILE_MAX_BYTES : Infinity }),
  }
}
