import { AppError } from '#platform/contract/errors.ts'
import { convertBody } from './posts/convert-body.ts'
import { openFiles } from './files/open-files.ts'
import { createFindAuthor, type ImportOptions, type ImportParts, type Run } from './import-run.ts'
import { adoptItems, findKey } from './adopt-items.ts'
import { importCategories } from './posts/import-categories.ts'
import { importFormerAddresses, importLists } from './import-lists.ts'
import { importItem } from './import-item.ts'
import { importLabels } from './posts/import-labels.ts'
import { importPage } from './posts/import-pages.ts'
import { type CreatedInvitations, importPeople } from './people/import-people.ts'
import { importSettings } from './import-settings.ts'
import { importedItemsOf } from './imported-items.store.ts'
import { openCategoryMapping } from './posts/category-of-post.ts'
import { completePage } from './again/complete-texts.ts'
import { getBlogWords } from '#site/server/index.ts'
import { openSource } from '#moving/server/readers/open-source.ts'
import { PictureImporter } from './files/import-pictures.ts'
import { withCircuitBreaker } from './files/circuit-breaker.ts'
import { openPictureFolder } from './files/local-pictures.ts'
import { planPages } from './posts/plan-pages.ts'
import { planSlugs } from './posts/plan-slugs.ts'
import { readMembersFile } from '#moving/server/readers/ghost/read-members-file.ts'
import { ImportReport, reasonOf } from '#moving/server/record/report.ts'
import type { Source, SourceBlog, SourcePage } from '#moving/server/record/source.ts'
import { PINNED_POSTS_MAX } from '#platform/contract/limits.ts'

export interface ImportResult {
  readonly title: string
  /** Key of the old blog in `imported_items`. */
  readonly source: string
  readonly report: ImportReport
  /** True if `signal` ended the import early. */
  readonly wasStopped: boolean
  /** Null if no people were imported. */
  readonly invitations?: CreatedInvitations | null
}

/**
 * Imports another blog, with one transaction for each post. It can be interrupted and run again: imported posts are
 * recognised by their id in the source.
 * @throws AppError if it cannot start, or if continuing makes no sense
 */
export async function importBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const report = new ImportReport()
  const mapping = await openCategoryMapping(parts.db, options.categories)
  const { timeZone } = await getBlogWords(parts.db, options.siteConfig)
  const file = await openSource(options.path, { report, site: options.site, include: options.include, now: parts.now(), timeZone })
  const source = { ...file, key: await findKey(parts.db, file) }
  const blog = await source.blog?.()
  await adoptItems(parts.db, source, blog?.pages)
  const known = await importCategories({ ...parts, report, isDryRun: options.isDryRun }, blog)
  const categories = new Map([...known, ...mapping])
  const labels = await importLabels({ ...parts, report, isDryRun: options.isDryRun }, source.entries, categories)
  const findAuthor = await createFindAuthor(parts.db, options.author, report)
  const importedItems = importedItemsOf(source)
  const pictures = await openPictures(parts, options, { source, importedItems, report })
  const files = await openFiles(parts, options, { source, importedItems, report })
  const slugs = await planSlugs(parts.db, source, importedItems)
  const { pages, ...pagePlan } = await planPages({ db: parts.db, importedItems, posts: slugs }, blog?.pages ?? [])
  const pins = choosePins(source, report)
  const run: Run = {
    parts,
    options,
    timeZone,
    report,
    source,
    importedItems,
    pictures,
    files,
    plan: { ...slugs, ...pagePlan },
    findAuthor,
    pins,
    categories,
    labels,
  }
  if ((await importPosts(run)) === 'stopped') return { title: source.title, source: source.key, report, wasStopped: true }
  if (blog) await importRest(run, { ...blog, pages })
  await importLists(run)
  const people = [...source.people, ...(options.members === null ? [] : await readMembersFile(options.members))]
  const invitations = await importPeople(run, people)
  return { title: source.title, source: source.key, report, wasStopped: false, invitations }
}

async function importPosts(run: Run): Promise<'stopped' | 'done'> {
  const { options, report, source } = run
  const entries = new Map(source.entries.map((entry) => [entry.id, entry]))
  let done = 0
  for await (const item of source.posts()) {
    if (options.signal?.aborted) return 'stopped'
    const entry = entries.get(item.id)
    if (entry && !isPassedOver(run, 'post', { id: item.id, name: entry.title })) await importItem(run, item, entry)
    done += 1
    options.onProgress?.({ done, total: source.entries.length, pictures: report.counts.pictures })
    await options.pause?.()
  }
  options.onItem?.(null)
  return 'done'
}

/** Announces what is read next. Reports a post or page at which an earlier process ended, so that the others come. */
function isPassedOver({ options, report }: Run, what: 'post' | 'page', { id, name }: { id: string; name: string }): boolean {
  const key = `${what} ${id}`
  options.onItem?.(key)
  const why = options.passedOver?.get(key)
  if (why !== undefined) report.fail(what, name.slice(0, 100) || `number ${id}`, why)
  return why !== undefined
}

/** Imports pages; of a Kindred blog also its settings and the old addresses that it redirects. */
async function importRest(run: Run, { pages, settings, former }: SourceBlog): Promise<void> {
  const { parts, options, timeZone, report, importedItems } = run
  const editorId = run.findAuthor(null)
  const bodyOf = ({ title, html, notes = [] }: SourcePage) => {
    for (const { kind, detail } of notes) report.add(kind, `${title}: ${detail}`)
    return convertBody(run, html, { title, authorId: editorId })
  }
  for (const page of pages) {
    if (isPassedOver(run, 'page', { id: page.id, name: page.title })) continue
    try {
      const plannedSlug = run.plan.pageSlugs.get(page.id)
      const here = await importPage(
        { ...parts, importedItems, report, isDryRun: options.isDryRun, timeZone, editorId, bodyOf, plannedSlug },
        page,
      )
      if (here !== undefined) await completePage(run, page, here)
    } catch (error) {
      const why = reasonOf(error)
      if (why === null) throw error
      report.fail('page', page.title.slice(0, 100), why)
    }
    await options.pause?.()
  }
  options.onItem?.(null)
  const { siteConfig, isDryRun } = options
  const importPicture = (address: string) => run.pictures.import(address, editorId)
  if (settings) await importSettings({ db: parts.db, siteConfig, report, now: parts.now, isDryRun, importPicture }, settings)
  if (former) await importFormerAddresses(run, former)
}

async function openPictures(
  parts: ImportParts,
  { pictures, path, downloadPicture, isDryRun }: ImportOptions,
  { source, importedItems, report }: Pick<Run, 'source' | 'importedItems' | 'report'>,
): Promise<PictureImporter> {
  if (source.format === 'ghost' && source.site === null && pictures === null && downloadPicture !== null) {
    throw new AppError(
      'bad_request',
      'An export of Ghost does not say where its pictures are. Give --pictures FOLDER with a copy of content/images, or --site https://the-old-address, or --no-fetch to go without.',
    )
  }
  const folder = source.format === 'markdown' ? path : pictures
  return new PictureImporter({
    importer: parts,
    importedItems,
    site: source.site,
    findLocal: folder === null ? null : await openFolder(folder),
    downloadPicture: downloadPicture && withCircuitBreaker(downloadPicture),
    isFullSize: source.isFullSize,
    isDryRun,
    onNew: () => void (report.counts.pictures += 1),
    onToFetch: (site) => report.add('toFetch', site),
  })
}

async function openFolder(folder: string) {
  try {
    return await openPictureFolder(folder)
  } catch {
    throw new AppError('not_found', `There is no folder ${folder}.`)
  }
}

/** The newest pinned posts of the old blog, at most `PINNED_POSTS_MAX`. Reports the others. */
function choosePins({ pins = [], entries }: Pick<Source, 'pins' | 'entries'>, report: ImportReport): ReadonlySet<string> {
  const titles = new Map(entries.map(({ id, title }) => [id, title]))
  const sorted = pins.filter(({ id }) => titles.has(id)).toSorted((a, b) => b.at - a.at)
  for (const { id } of sorted.slice(PINNED_POSTS_MAX)) report.add('pin', titles.get(id) || `number ${id}`)
  return new Set(sorted.slice(0, PINNED_POSTS_MAX).map(({ id }) => id))
}
