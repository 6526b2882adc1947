import type { Category } from '#contract/categories.ts'
import { findAnyPost } from '#server/features/posts/save-post.ts'
import { AppError } from '#contract/errors.ts'
import type { SiteConfig } from '#server/features/blog-words.ts'
import { isUniqueViolation } from '#server/platform/database/database.ts'
import { isEmptyBody } from '#server/features/visible-text.ts'
import { canonicalBody } from '#server/markdown/markdown-to-html.ts'
import { decodePath } from '#server/features/old-addresses.ts'
import type { PictureParts } from '#server/features/files/store-picture.ts'
import { type FindAuthor, createFindAuthor } from './find-author.ts'
import { type ImportedItems, importedItemsOf } from './imported-items.store.ts'
import { mapCategory, openCategoryMapping } from './map-category.ts'
import { type OpenSource, openSource } from './open-source.ts'
import { PictureImporter, PictureUnreachable } from './pictures/import-pictures.ts'
import type { DownloadPicture } from './pictures/download-picture.ts'
import { openPictureFolder } from './pictures/local-pictures.ts'
import { planSlugs, type SlugPlan } from './plan-slugs.ts'
import { ImportReport } from './report.ts'
import type { SourceBlog, SourceEntry, SourceItem, SourcePage, SourcePost } from './source.ts'
import { importBody } from './import-body.ts'
import { importPage } from './import-pages.ts'
import { importCategories } from './import-categories.ts'
import { importSettings } from './import-settings.ts'
import { countComment, importNewComments } from './import-comments.ts'
import { addressKeys, type ReadyPost, cleanTitle, importPost } from './import-post.ts'

export interface ImportOptions {
  readonly path: string
  readonly publicUrl: string
  readonly isDryRun: boolean
  /** Email of the admin who becomes the author; null for the first admin. */
  readonly author: string | null
  /** Folder with a copy of the blog's pictures. */
  readonly pictures: string | null
  /** What the environment says of this blog. */
  readonly siteConfig: SiteConfig
  /** Address of the old blog, for exports that do not name it. */
  readonly site: string | null
  /** What the operator has mapped. */
  readonly categories: ReadonlyMap<string, string>
  /** Null with `--no-fetch`. */
  readonly downloadPicture: DownloadPicture | null
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: ImportProgress) => void
}

export interface ImportProgress {
  readonly done: number
  readonly total: number
  readonly pictures: number
}

export interface ImportParts extends PictureParts {
  readonly newId: () => string
}

export interface ImportResult {
  readonly title: string
  readonly report: ImportReport
  /** True if it was interrupted. */
  readonly wasStopped: boolean
}

/**
 * Imports the posts of another blog, one transaction each. It can be interrupted and run again: imported posts are
 * recognised by their id in the source.
 * @throws AppError if it cannot start, or if continuing makes no sense
 */
export async function importBlog(parts: ImportParts, options: ImportOptions): Promise<ImportResult> {
  const report = new ImportReport()
  const mapping = await openCategoryMapping(parts.db, options.categories)
  const source = await openSource(options.path, { report, site: options.site })
  const blog = await source.blog?.()
  const known = await importCategories({ ...parts, report, isDryRun: options.isDryRun }, blog)
  const categories = new Map([...known, ...mapping])
  const findAuthor = await createFindAuthor(parts.db, options.author, report)
  const memory = importedItemsOf(source.key)
  const pictures = await openPictures(parts, options, { source, memory, report })
  const plan = await planSlugs(parts.db, source, memory)
  const run: Run = { parts, options, report, source, memory, pictures, plan, findAuthor, categories }
  const entries = new Map(source.entries.map((entry) => [entry.id, entry]))
  let done = 0
  for await (const item of source.posts()) {
    if (options.signal?.aborted) return { title: source.title, report, wasStopped: true }
    const entry = entries.get(item.id)
    if (entry) await importItem(run, item, entry)
    done += 1
    options.onProgress?.({ done, total: source.entries.length, pictures: report.counts.pictures })
  }
  if (blog) await importRest(run, blog)
  return { title: source.title, report, wasStopped: false }
}

/** Pages and settings of a Kindred blog. */
async function importRest(run: Run, { pages, settings }: SourceBlog): Promise<void> {
  const { parts, options, report, memory } = run
  const editorId = run.findAuthor(null)
  const bodyOf = ({ title, html }: SourcePage) => convertBody(run, html, { title, authorId: editorId })
  for (const page of pages) {
    try {
      await importPage({ ...parts, memory, report, isDryRun: options.isDryRun, editorId, bodyOf }, page)
    } catch (error) {
      const why = reasonOf(error)
      if (why === null) throw error
      report.add('failed', `the page ${page.title.slice(0, 100)}: ${why}`)
    }
  }
  const { siteConfig, isDryRun } = options
  const importPicture = (address: string) => run.pictures.import(address, editorId)
  if (settings) await importSettings({ db: parts.db, siteConfig, report, now: parts.now, isDryRun, importPicture }, settings)
}

interface Run {
  readonly parts: ImportParts
  readonly options: ImportOptions
  readonly report: ImportReport
  readonly source: OpenSource
  readonly memory: ImportedItems
  readonly pictures: PictureImporter
  readonly plan: SlugPlan
  readonly findAuthor: FindAuthor
  /** Of this blog, by their names there. */
  readonly categories: ReadonlyMap<string, Category>
}

async function openPictures(
  parts: ImportParts,
  { pictures, path, downloadPicture, isDryRun }: ImportOptions,
  { source, memory, report }: Pick<Run, 'source' | 'memory' | 'report'>,
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
    memory,
    site: source.site,
    findLocal: folder === null ? null : await openFolder(folder),
    downloadPicture,
    isFullSize: source.isFullSize,
    isDryRun,
    onNew: () => void (report.counts.pictures += 1),
  })
}

async function openFolder(folder: string) {
  try {
    return await openPictureFolder(folder)
  } catch {
    throw new AppError('not_found', `There is no folder ${folder}.`)
  }
}

/** Imports one post; its errors are reported and do not stop the others. */
async function importItem(run: Run, item: SourceItem, entry: SourceEntry): Promise<void> {
  const { parts, options, report, memory } = run
  const title = entry.title.slice(0, 100) || `number ${item.id}`
  try {
    const post = item.read()
    const here = await findImported(run, post)
    if (here === 'deleted') return report.add('deletedHere', title)
    if (here !== null) {
      report.counts.alreadyThere += 1
      return options.isDryRun ? undefined : await importNewComments({ ...parts, memory, report }, here, post)
    }
    const ready = await preparePost(run, post, entry)
    if (!options.isDryRun) return await importPost({ ...parts, memory, report }, ready)
    report.counts.posts += 1
    report.counts.redirects += addressKeys(entry, ready.slug).length
    for (const comment of post.comments) countComment(comment, report, ready.title)
  } catch (error) {
    const why = reasonOf(error)
    if (why === null) throw error
    report.add('failed', `${title}: ${why}`)
  }
}

/** @returns null for errors that end the import */
function reasonOf(error: unknown): string | null {
  if (error instanceof PictureUnreachable) return `${error.message}. Run the import again to get it, or give --no-fetch.`
  if (error instanceof AppError) return error.code === 'unavailable' ? null : error.message
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment. Run the import again to be sure.'
  // The parsers recurse as deep as the text is nested.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}

/** @returns its id here, 'deleted' if it was imported before, or null */
async function findImported({ parts: { db }, memory }: Run, post: SourcePost): Promise<string | null> {
  const known = (await memory.find(db, 'post', post.id)) ?? null
  const id = known ?? post.ownId
  if (id === null) return null
  const row = await findAnyPost(db, id)
  return row?.id ?? (known === null ? null : 'deleted')
}

async function preparePost(run: Run, post: SourcePost, entry: SourceEntry): Promise<ReadyPost> {
  const { report, plan, findAuthor } = run
  const title = cleanTitle(post.title, post.createdAt, report)
  const slug = plan.slugs.get(post.id) ?? ''
  if (entry.slug !== null && entry.slug !== slug) report.add('slug', `${decodePath(entry.slug)} is now ${slug}`)
  for (const { kind, detail } of post.notes) report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  const authorId = findAuthor(post.author)
  const content = await bodyOf(run, post, { title, authorId })
  const [name = ''] = post.categories
  const category = mapCategory(post.categories, run.categories)
  if (category === undefined && name !== '' && name.toLowerCase() !== 'uncategorized') report.add('category', name)
  return {
    source: post,
    entry,
    title,
    slug,
    category: category ?? 'uncategorized',
    content,
    cover: await coverOf(run, post, { title, authorId }),
    authorId,
  }
}

interface Naming {
  readonly title: string
  readonly authorId: string
}

/** @throws bad_request if the body is empty */
async function bodyOf(run: Run, post: SourcePost, naming: Naming): Promise<string> {
  const body = await convertBody(run, post.html, naming)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'it has no text that could be taken over')
  return body
}

async function convertBody({ options, source, pictures, report, plan }: Run, html: string, { title, authorId }: Naming): Promise<string> {
  const { publicUrl } = options
  const isForeign = source.format !== 'markdown'
  const body = await importBody(html, {
    publicUrl,
    isForeign,
    importPicture: (address) => pictures.import(address, authorId),
    linkTo: isForeign ? linkRewriter(source, plan) : (address) => address,
    isOwnPicture: (address) => (isForeign ? isOfSite(address, source.site) : /^\/(posts|pages)\//.test(address)),
    note: (kind, detail) => report.add(kind, `${title}: ${detail}`),
  })
  return canonicalBody(body, publicUrl)
}

/** Links to imported posts get their new address; other links into the old site become absolute. */
const linkRewriter =
  ({ site }: OpenSource, { slugs, idAt }: SlugPlan) =>
  (address: string): string => {
    if (/^(#|mailto:|tel:)/i.test(address) || !isOfSite(address, site)) return address
    const id = idAt(URL.canParse(address) ? address : address.replace(/^(?!\/)/, '/'))
    const hash = address.includes('#') ? address.slice(address.indexOf('#')) : ''
    if (id !== undefined) return `/post/${slugs.get(id)}${hash}`
    return site !== null && URL.canParse(address, site) ? new URL(address, site).href : address
  }

/** Whether it is on the old site, with or without www, by http or https. */
function isOfSite(address: string, site: string | null): boolean {
  if (!URL.canParse(address)) return !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(address)
  const host = (text: string) => new URL(text).hostname.replace(/^www\./, '')
  return site !== null && /^https?:/i.test(address) && host(address) === host(site)
}

async function coverOf({ pictures, report }: Run, { cover }: SourcePost, { title, authorId }: Naming): Promise<string | null> {
  if (cover === null || cover === '') return null
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.add('picture', `${title}: ${cover.slice(0, 200)}: ${imported.reason}`)
  return null
}
