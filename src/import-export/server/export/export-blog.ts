import { setImmediate as nextTurn } from 'node:timers/promises'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { blogPagePath } from '#site/contract/blog-pages.ts'
import { listWrittenPages, type SiteConfig } from '#site/server/index.ts'
import { findDeskPost, listDeskPosts } from '#posts/server/index.ts'
import { writeAddressesFile, writeBlogFile } from '#import-export/server/formats/blog-file.ts'
import { canonicalBody } from '#import-export/server/formats/markdown-to-html.ts'
import { htmlToMarkdown } from '#import-export/server/formats/html-to-markdown.ts'
import {
  type CommentEntry,
  type PageHead,
  type PostHead,
  writeCommentsFile,
  writeTextFile,
} from '#import-export/server/formats/text-file.ts'
import type { ArchiveFile } from '#import-export/server/formats/write-zip.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { indexPage, type ListedText, STYLE, textPage, withAddresses } from './archive-pages.ts'
import { commentsOfPost, describeBlog, type DescribedBlog, headOfPage, headOfPost } from './describe-texts.ts'
import { listTextFiles, type TextFiles, withFileNames } from './export-files.ts'
import { describeFormerAddresses, hasAny } from './former-addresses.ts'

export interface ExportParts {
  readonly db: Database
  readonly files: FileStore
  readonly publicUrl: string
  /** Names of the blog from the environment. */
  readonly siteConfig: SiteConfig
  readonly now: () => number
}

/** What has been written so far. */
export interface Exported {
  posts: number
  pages: number
  comments: number
  files: number
  /** Pictures and files that the storage does not have, a line each. */
  readonly missing: string[]
}

interface Work extends ExportParts {
  readonly exported: Exported
  readonly blog: DescribedBlog
  /** Folder in the archive by path in the blog, also for former addresses of posts. */
  readonly folders: ReadonlyMap<string, string>
  /** Path of each picture and file in the archive, by address. */
  readonly places: Map<string, string>
}

export const nothingExported = (): Exported => ({ posts: 0, pages: 0, comments: 0, files: 0, missing: [] })

/**
 * Exports every published and planned post with its comments and files, the pages, and the words and look of the blog, one
 * text at a time. `unpackArchive` and `openMarkdown` read it. The only email in it is the contact of the blog.
 */
export async function* exportBlog(
  parts: ExportParts,
  exported: Exported,
  onProgress: (done: number, total: number) => void = () => {},
): AsyncGenerator<ArchiveFile> {
  const blog = await describeBlog(parts.db, parts.siteConfig)
  const [posts, pages] = [await listDeskPosts(parts.db), await listWrittenPages(parts.db)]
  const names = new Map(posts.map((post) => [post.id, `posts/${isoDayIn(post.created_at, blog.blog.timeZone)}-${post.slug.slice(0, 100)}`]))
  // Slugs that are cut may be equal.
  const taken = new Set<string>()
  for (const [id, name] of names) {
    if (taken.has(name)) names.set(id, `${name}-${id}`)
    taken.add(name)
  }
  const folders = new Map(pages.map((page) => [blogPagePath(page), `pages/${page.slug}`]))
  for (const { slug, post_id: id } of await parts.db.selectFrom('post_slugs').select(['slug', 'post_id']).execute()) {
    const name = names.get(id)
    if (name !== undefined) folders.set(`/post/${slug}`, name)
  }
  const work: Work = { ...parts, exported, blog, folders, places: new Map() }
  yield* exportSettings(work)
  const listed = { posts: [] as ListedText<PostHead>[], pages: [] as ListedText[] }
  for (const [id, folder] of names) {
    listed.posts.push(...(yield* exportPost(work, id, folder)))
    exported.posts = listed.posts.length
    onProgress(exported.posts, names.size)
    // Converting a long text takes milliseconds.
    await nextTurn()
  }
  for (const page of pages) {
    const folder = `pages/${page.slug}`
    const head = await headOfPage(parts.db, page)
    yield* exportText(work, { folder, title: page.title, html: page.content, cover: null, changedAt: page.updated_at, head })
    listed.pages.push({ folder, head, comments: 0 })
  }
  exported.pages = pages.length
  const former = await describeFormerAddresses(parts.db, work.places)
  const textFile = (path: string, content: string): ArchiveFile => ({ path, content, changedAt: parts.now() })
  if (hasAny(former)) yield textFile('addresses.yml', writeAddressesFile(former))
  if (exported.missing.length > 0) yield textFile('missing.txt', `${exported.missing.join('\n')}\n`)
  yield textFile('style.css', STYLE)
  yield textFile('index.html', indexPage(blog, listed.posts, listed.pages))
}

/** @returns an empty list for a post that was deleted meanwhile */
async function* exportPost(work: Work, id: string, folder: string): AsyncGenerator<ArchiveFile, ListedText<PostHead>[]> {
  const post = await findDeskPost(work.db, id)
  if (!post) return []
  const comments = await commentsOfPost(work.db, id)
  const head = await headOfPost(work.db, post)
  const { title, content: html, image_url: cover, updated_at: changedAt } = post
  yield* exportText(work, { folder, title, html, cover, changedAt, head, comments })
  work.exported.comments += comments.length
  return [{ folder, head, comments: comments.length }]
}

interface ExportedText {
  readonly folder: string
  readonly title: string
  readonly html: string
  /** As stored: null if the writer did not choose one. */
  readonly cover: string | null
  readonly changedAt: number
  readonly head: PostHead | PageHead
  /** Of a post. */
  readonly comments?: readonly CommentEntry[]
}

async function* exportText(work: Work, text: ExportedText): AsyncGenerator<ArchiveFile> {
  const { folder, title, html, cover, changedAt, head, comments = [] } = text
  const names = yield* exportFiles(work, { folder, changedAt, title }, [html, cover ?? ''])
  yield { path: `${folder}/index.md`, changedAt, content: markdownFile(work.publicUrl, text, names) }
  if (comments.length > 0) yield { path: `${folder}/comments.yml`, changedAt, content: writeCommentsFile(comments) }
  const shown = {
    title,
    html: withAddresses(html, (address) => addressInArchive(work, names, address)),
    cover: cover === null || html.includes(cover) ? undefined : names.get(cover),
    ...('date' in head ? { head, comments } : {}),
  }
  yield { path: `${folder}/index.html`, changedAt, content: textPage(work.blog, shown) }
}

/** Longer texts stay HTML, because converting them would hold up other requests. */
const MARKDOWN_MAX_LENGTH = 100_000

function markdownFile(publicUrl: string, { html, cover, head }: ExportedText, names: TextFiles['names']): string {
  const isLong = html.length > MARKDOWN_MAX_LENGTH
  const markdown = isLong ? null : htmlToMarkdown(html, publicUrl)
  const written = {
    ...head,
    ...(cover === null ? {} : { cover: names.get(cover) ?? cover }),
    ...(markdown === null ? { format: 'html' as const } : {}),
  }
  return writeTextFile(written, withFileNames(markdown ?? (isLong ? html : canonicalBody(html, publicUrl)), names))
}

/** Addresses of texts and files that are in the archive are relative, others are those of the blog. */
function addressInArchive({ folders, publicUrl }: Work, names: ReadonlyMap<string, string>, address: string): string {
  const [, path = '', fragment = ''] = /^([^?#]*)[^#]*(.*)$/s.exec(address) ?? []
  if (path === '/') return '../../index.html'
  const folder = folders.get(path.replace(/\/$/, ''))
  if (folder !== undefined) return `../../${folder}/index.html${fragment}`
  const name = names.get(path)
  if (name !== undefined) return name + fragment
  return /^\/(?!\/)/.test(address) ? publicUrl + address : address
}

/** @returns the name of each file in the folder, by address */
async function* exportFiles(
  { files, exported, places }: Work,
  { folder, changedAt, title }: Pick<ExportedText, 'folder' | 'changedAt' | 'title'>,
  texts: readonly string[],
): AsyncGenerator<ArchiveFile, TextFiles['names']> {
  const { copies, names, missing } = await listTextFiles({ files, folder, changedAt }, texts)
  for (const [address, name] of names) places.set(address, `${folder}/${name}`)
  exported.files += names.size
  exported.missing.push(...missing.map((address) => `${title}: ${address} is not in the storage`))
  yield* copies
  return names
}

async function* exportSettings(work: Work): AsyncGenerator<ArchiveFile> {
  const { look } = work.blog
  const changedAt = work.now()
  yield* exportFiles(work, { folder: 'look', changedAt, title: 'Look of the blog' }, [look.homePicture, look.logo])
  const nameOf = (address: string) => work.places.get(address) ?? address
  const shown = { ...look, homePicture: nameOf(look.homePicture), logo: nameOf(look.logo) }
  yield { path: 'blog.yml', changedAt, content: writeBlogFile({ ...work.blog, look: shown }) }
}
