import type { OpenSource } from '#import-export/server/readers/open-source.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourceBlog } from '#import-export/server/record/source.ts'
import { countFollowers, importFollowers } from './import-followers.ts'
import { importFormerAddresses, importLists } from './import-lists.ts'
import type { ImportOptions, ImportParts, Run } from './import-run.ts'
import { importSettings, type SettingsParts } from './import-settings.ts'
import { importText, type Text, textOfPage } from './import-text.ts'
import { openRun } from './open-run.ts'

export interface ImportResult {
  readonly title: string
  readonly format: OpenSource['format']
  readonly report: ImportReport
  /** True if `signal` ended it early. */
  readonly wasStopped: boolean
}

/** Counts what another blog's file holds, and names what cannot be imported. Writes and fetches nothing. @throws AppError */
export async function checkBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const { run, blog } = await openRun(parts, options, true)
  const wasStopped = await importTexts(run, blog)
  if (blog?.settings) await importSettings(settingsPartsOf(run), blog.settings)
  countFollowers(run)
  return resultOf(run, wasStopped)
}

/**
 * Imports another blog, with one transaction for each post. It can be interrupted and run again: what was imported is recognised
 * by its identity in the source, and texts that lack pictures get them, unless they were changed here.
 * @throws AppError if it cannot start, or if continuing makes no sense
 */
export async function importBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const { run, blog } = await openRun(parts, options, false)
  // First, as they may close the blog: what was for the family there is not for everyone here meanwhile.
  if (blog?.settings) await importSettings(settingsPartsOf(run), blog.settings)
  const wasStopped = await importTexts(run, blog)
  if (!wasStopped) await importRest(run, blog)
  return resultOf(run, wasStopped)
}

const resultOf = ({ source: { title, format }, report }: Run, wasStopped: boolean): ImportResult => ({ title, format, report, wasStopped })

/** @returns whether it was stopped */
async function importTexts(run: Run, blog: SourceBlog | undefined): Promise<boolean> {
  const { options, report, source } = run
  const total = source.entries.length
  let done = 0
  for await (const text of listTexts(run, blog)) {
    if (options.signal?.aborted) return true
    if (text !== null) await importUnlessPassedOver(run, text)
    if (text?.what !== 'page') done += 1
    options.onProgress?.({ done, total, pictures: report.counts.pictures })
    await options.pause?.()
  }
  options.onItem?.(null)
  return false
}

/** Announces what is read next. Reports a text at which an earlier process ended, so that the others are imported. */
async function importUnlessPassedOver(run: Run, text: Text): Promise<void> {
  const { what, entry } = text
  const key = `${what} ${entry.id}`
  run.options.onItem?.(key)
  if (!run.options.passedOver?.includes(key)) return importText(run, text)
  run.report.fail(what, entry.title.slice(0, 100) || 'Without a title', 'reading it takes too long, or too much memory')
}

/** Posts and drafts, then pages. Of two equal items, the second is no other post: null. */
async function* listTexts({ source, parts }: Run, blog: SourceBlog | undefined): AsyncGenerator<Text | null> {
  const entries = new Map(source.entries.map((entry) => [entry.id, entry]))
  for await (const { id, read } of source.posts()) {
    const entry = entries.get(id)
    entries.delete(id)
    yield entry ? { what: 'post', entry, read } : null
  }
  for (const page of blog?.pages ?? []) yield textOfPage(page, parts.now())
}

const settingsPartsOf = (run: Run): SettingsParts => ({
  db: run.parts.db,
  siteConfig: run.options.siteConfig,
  isCheck: run.isCheck,
  report: run.report,
  now: run.parts.now,
  importPicture: (address) => run.pictures.import(address, run.findAuthor(null)),
})

/** What has no text: former addresses of a Kindred blog, lists, followers. */
async function importRest(run: Run, blog: SourceBlog | undefined): Promise<void> {
  if (blog?.former) await importFormerAddresses(run, blog.former)
  await importLists(run)
  await importFollowers(run)
}
