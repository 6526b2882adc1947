import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnId } from '#moving/server/writer/imported-items.store.ts'
import { toOwnPage, toOwnPost } from '#moving/server/readers/own/own-post.ts'
import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import type { MissingItem } from '#moving/contract/import-report.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import {
  identityOf,
  type Source,
  type SourceBlog,
  type SourceEntry,
  type SourceOptions,
  type SourcePage,
  type SourcePost,
} from '#moving/server/record/source.ts'
import { readAddressesFile, readBlogFile } from '#moving/server/formats/blog-file.ts'
import { markdownToHtml } from '#moving/server/formats/markdown-to-html.ts'
import { type CommentEntry, pageHead, postHead, type PostHead, readCommentsFile, readTextFile } from '#moving/server/formats/text-file.ts'
import { describeError, fromRoot, listTexts, readWithin, type TextPlace, withPaths } from './folder-files.ts'

type FolderOptions = Pick<SourceOptions, 'report' | 'timeZone' | 'now'>

/** Where Kindred, Jekyll and Hugo have posts. */
const POST_FOLDERS = ['posts', '_posts', 'content/posts', 'content/post']

/** Whether a folder may be read by {@link openMarkdown}. An archive without posts has the settings of its blog. */
export async function isMarkdownFolder(folder: string): Promise<boolean> {
  const found = await Promise.all([...POST_FOLDERS, 'blog.yml'].map((name) => stat(join(folder, name)).catch(() => null)))
  return found.some((each) => each !== null)
}

interface PostFile extends TextPlace {
  readonly head: PostHead & { readonly title: string; readonly date: string }
  readonly unknown: readonly string[]
  readonly text: string
  readonly comments: readonly CommentEntry[]
}

/**
 * Opens a folder in the format of `export`, or one of Hugo or Jekyll. Nothing outside the folder is read. Posts of an export
 * have ids that no other blog has; others have the names of their files, with title and date.
 */
export async function openMarkdown(folder: string, options: FolderOptions): Promise<Source> {
  const root = await realpath(folder)
  const places = (await Promise.all(POST_FOLDERS.map((base) => listTexts(root, base)))).flat()
  const entries: (SourceEntry & { readonly place: TextPlace })[] = []
  for (const place of places) {
    const head = (await tryPost(root, place, options))?.head
    if (head === undefined) continue
    entries.push({
      place,
      id: idOf(head, place.name, options.timeZone),
      slug: head.slug ?? null,
      title: head.title,
      addresses: head.oldAddresses ?? [],
      isDraft: isDraft(head),
      ...(!isOwnId(head.id) && (head.audience ?? 'public') === 'public' && !isDraft(head) ? { labels: labelsOf(head) } : {}),
    })
  }
  return {
    title: 'Archive of a blog',
    site: null,
    entries,
    blog: () => readBlog(root, options),
    lists: [],
    people: [],
    async *posts() {
      for (const { id, place } of entries) {
        const post = await tryPost(root, place, options)
        if (post !== null) yield { id, read: () => toPost(post, options) }
      }
    },
  }
}

/** Categories of an archive come with its settings. */
const labelsOf = ({ category, categories = [], tags = [] }: PostHead) => {
  const all = category === undefined ? categories : [category, ...categories]
  return { categories: all, names: [...all, ...tags] }
}

/** The id of an export; what was written by hand has none. */
const idOf = ({ id, ...head }: PostFile['head'], name: string, timeZone: string): string =>
  isOwnId(id)
    ? id
    : identityOf({ number: id ?? name, address: head.slug ?? null, date: parseTimeIn(head.date, timeZone), title: head.title })

/** Returns null for a file that cannot be read, which is reported. */
async function tryRead<T>(
  { what, name, report }: { readonly what: MissingItem['what']; readonly name: string; readonly report: ImportReport },
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    report.fail(what, name, describeError(error))
    return null
  }
}

const tryPost = (root: string, place: TextPlace, options: FolderOptions): Promise<PostFile | null> =>
  tryRead({ what: 'post', name: place.path.replace(/\/index\.md$/, ''), report: options.report }, async () => {
    const file = await readWithin(root, place.path)
    if (file === null) throw new Error('it has no index.md')
    const { head, unknown, text } = readTextFile(file, postHead)
    const [, day, words = ''] = /^(\d{4}-\d\d-\d\d)-(.*)$/.exec(place.name) ?? []
    // A draft may have no date yet.
    const date = head.date ?? day ?? (isDraft(head) ? new Date(options.now).toISOString() : '')
    if (Number.isNaN(parseTimeIn(date, options.timeZone))) throw new Error('its date cannot be read')
    const hasFolder = place.path === `${place.folder}/index.md`
    const comments = hasFolder ? readCommentsFile((await readWithin(root, join(place.folder, 'comments.yml'))) ?? '') : []
    return { ...place, unknown, text, comments, head: { ...head, title: head.title ?? words.replaceAll('-', ' '), date } }
  })

const isDraft = ({ draft, published }: PostHead): boolean => draft === true || published === false

function toPost({ name, folder, head, text, unknown, comments }: PostFile, options: FolderOptions): SourcePost {
  const post = toOwnPost(
    { head, comments },
    {
      id: idOf(head, name, options.timeZone),
      html: htmlOf({ head, text }, folder),
      timeZone: options.timeZone,
      cover: head.cover === undefined || head.cover === NO_COVER ? (head.cover ?? null) : fromRoot(head.cover, folder),
    },
  )
  const notes = unknown.map((detail) => ({ kind: 'markup' as const, detail: `above the text, ${detail}` }))
  return { ...post, isDraft: isDraft(head), notes: [...post.notes, ...notes] }
}

const htmlOf = ({ head, text }: { readonly head: Pick<PostHead, 'format'>; readonly text: string }, folder: string): string =>
  withPaths(head.format === 'html' ? text : markdownToHtml(text), folder)

/** Reads pages, settings and former addresses, as far as there are any. */
async function readBlog(root: string, options: FolderOptions): Promise<SourceBlog> {
  const pages: (SourcePage & { readonly position: number })[] = []
  for (const { name, path, folder } of await listTexts(root, 'pages')) {
    const page = await tryRead({ what: 'page', name: folder, report: options.report }, async () => {
      const file = await readWithin(root, path)
      if (file === null) throw new Error('it has no index.md')
      const { head, text } = readTextFile(file, pageHead)
      const own = toOwnPage(head, { id: head.id ?? name, html: htmlOf({ head, text }, folder), timeZone: options.timeZone })
      return { ...own, position: head.position ?? 0 }
    })
    if (page !== null) pages.push(page)
  }
  const readFile = <T>(name: string, read: (text: string) => T) =>
    tryRead({ what: 'setting', name, report: options.report }, async () => {
      const file = await readWithin(root, name)
      return file === null ? null : read(file)
    })
  const former = await readFile('addresses.yml', readAddressesFile)
  const settings = await readFile('blog.yml', readBlogFile)
  return { pages: pages.toSorted((a, b) => a.position - b.position), settings, ...(former === null ? {} : { former }) }
}
