import type { OpenSource } from '#moving/server/readers/open-source.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceBlog, SourcePage } from '#moving/server/record/source.ts'
import { countFollowers, importFollowers } from './import-followers.ts'
import { importItem, readItem } from './import-item.ts'
import { importFormerAddresses, importLists } from './import-lists.ts'
import type { ImportOptions, ImportParts, Run } from './import-run.ts'
import { importSettings } from './import-settings.ts'
import { openImporters, openRun } from './open-run.ts'
import { createLabels } from './posts/categories-of-posts.ts'
import { importCategories } from './posts/import-categories.ts'
import { importPage, readPage } from './posts/import-pages.ts'

export interface ImportResult {
  readonly title: string
  readonly format: OpenSource['format']
  readonly report: ImportReport
  /** True if `signal` ended it early. */
  readonly wasStopped: boolean
}

/** What is done with each post and page. */
interface Work {
  readonly item: typeof importItem
  readonly page: typeof importPage
}

/** Counts what another blog's file holds, and names what cannot come. Writes and fetches nothing. @throws AppError */
export async function checkBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const { run, blog } = await openRun(parts, options)
  const wasStopped = await goThrough(run, blog, { item: readItem, page: readPage })
  countFollowers(run)
  return resultOf(run, wasStopped)
}

/**
 * Imports another blog, with one transaction for each post. It can be interrupted and run again: what has come is recognised
 * by its identity in the source, and texts that lack pictures get them, unless they were changed here.
 * @throws AppError if it cannot start, or if continuing makes no sense
 */
export async function importBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const { run: read, blog, labels } = await openRun(parts, options)
  const known = await importCategories({ ...parts, report: read.report }, blog)
  const run: Run = {
    ...read,
    categories: new Map([...read.categories, ...known]),
    labels: await createLabels(parts.db, labels, parts.now),
    ...(await openImporters(parts, options, read)),
  }
  const wasStopped = await goThrough(run, blog, { item: importItem, page: importPage })
  if (!wasStopped) await importRest(run, blog)
  return resultOf(run, wasStopped)
}

const resultOf = ({ source, report }: Run, wasStopped: boolean): ImportResult => ({
  title: source.title,
  format: source.format,
  report,
  wasStopped,
})

/** @returns whether it was stopped */
async function goThrough(run: Run, blog: SourceBlog | undefined, work: Work): Promise<boolean> {
  const { options, report, source } = run
  const entries = new Map(source.entries.map((entry) => [entry.id, entry]))
  let done = 0
  for await (const item of source.posts()) {
    if (options.signal?.aborted) return true
    const entry = entries.get(item.id)
    // Of two equal items, the second is no other post.
    entries.delete(item.id)
    if (entry && !isPassedOver(run, 'post', { id: item.id, name: entry.title })) await work.item(run, { item, entry })
    done += 1
    options.onProgress?.({ done, total: source.entries.length, pictures: report.counts.pictures })
    await options.pause?.()
  }
  return goThroughPages(run, blog?.pages ?? [], work)
}

async function goThroughPages(run: Run, pages: readonly SourcePage[], work: Work): Promise<boolean> {
  const { options } = run
  for (const page of pages) {
    if (options.signal?.aborted) return true
    if (!isPassedOver(run, 'page', { id: page.id, name: page.title })) await work.page(run, page)
    await options.pause?.()
  }
  options.onItem?.(null)
  return false
}

/** Announces what is read next. Reports a post or page at which an earlier process ended, so that the others come. */
function isPassedOver({ options, report }: Run, what: 'post' | 'page', { id, name }: { id: string; name: string }): boolean {
  const key = `${what} ${id}`
  options.onItem?.(key)
  const why = options.passedOver?.get(key)
  if (why !== undefined) report.fail(what, name.slice(0, 100) || 'Without a title', why)
  return why !== undefined
}

/** What has no text: settings and former addresses of a Kindred blog, lists, followers. */
async function importRest(run: Run, blog: SourceBlog | undefined): Promise<void> {
  const { parts, options, report } = run
  const importPicture = (address: string) => run.pictures.import(address, run.findAuthor(null))
  const settings = { db: parts.db, siteConfig: options.siteConfig, report, now: parts.now, importPicture }
  if (blog?.settings) await importSettings(settings, blog.settings)
  if (blog?.former) await importFormerAddresses(run, blog.former)
  await importLists(run)
  await importFollowers(run)
}
