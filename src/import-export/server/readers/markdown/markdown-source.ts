import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseTimeIn } from '#platform/contract/time-zone.ts'
import type { MissingItem } from '#import-export/contract/import-report.ts'
import type { Source, SourceBlog, SourceEntry, SourceOptions } from '#import-export/server/record/source.ts'
import { readAddressesFile, readBlogFile } from '#import-export/server/formats/blog-file.ts'
import { pageHead, postHead, readCommentsFile, readTextFile } from '#import-export/server/formats/text-file.ts'
import { describeError, listTexts, readWithin, type TextPlace } from './folder-files.ts'
import { isDraft, type PostFile, toEntry, toPage, toPost } from './markdown-post.ts'

/** Where Kindred, Jekyll and Hugo have posts. */
const POST_FOLDERS = ['posts', '_posts', 'content/posts', 'content/post']

/** Whether a folder may be read by {@link openMarkdown}. An archive without posts has the settings of its blog. */
export async function isMarkdownFolder(folder: string): Promise<boolean> {
  const found = await Promise.all([...POST_FOLDERS, 'blog.yml'].map((name) => stat(join(folder, name)).catch(() => null)))
  return found.some((each) => each !== null)
}

type FolderOptions = Pick<SourceOptions, 'report' | 'timeZone' | 'now'>

/**
 * Opens a folder in the format of `export`, or one of Hugo or Jekyll. Nothing outside the folder is read. Posts of an export
 * have ids that no other blog has; others have the names of their files, with title and date.
 */
export async function openMarkdown(folder: string, options: FolderOptions): Promise<Source> {
  const root = await realpath(folder)
  const texts: { readonly place: TextPlace; readonly entry: SourceEntry }[] = []
  for (const base of POST_FOLDERS) {
    for (const place of await listTexts(root, base)) {
      const post = await tryPost(root, place, options)
      if (post !== null) texts.push({ place, entry: toEntry(post) })
    }
  }
  return {
    title: 'Archive of a blog',
    site: null,
    entries: texts.map(({ entry }) => entry),
    blog: () => readBlog(root, options),
    lists: [],
    people: [],
    async *posts() {
      for (const { place, entry } of texts) {
        const post = await tryPost(root, place, options)
        if (post !== null) yield { id: entry.id, read: () => toPost(post) }
      }
    },
  }
}

/** Returns null for a file that cannot be read, which is reported. */
async function tryRead<T>(
  { what, name, report }: Pick<MissingItem, 'what'> & Pick<FolderOptions, 'report'> & { readonly name: string },
  read: () => Promise<T>,
): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    report.fail(what, name, describeError(error))
    return null
  }
}

/** @throws Error in words for the operator */
async function readText(root: string, { path }: TextPlace): Promise<string> {
  const file = await readWithin(root, path)
  if (file === null) throw new Error('it has no index.md')
  return file
}

const tryPost = (root: string, place: TextPlace, { report, timeZone, now }: FolderOptions): Promise<PostFile | null> =>
  tryRead({ what: 'post', name: place.path.replace(/\/index\.md$/, ''), report }, async () => {
    const { head, unknown, text } = readTextFile(await readText(root, place), postHead)
    const [, day, words = ''] = /^(\d{4}-\d\d-\d\d)-(.*)$/.exec(place.name) ?? []
    // A draft may have no date yet.
    const date = head.date ?? day ?? (isDraft(head) ? new Date(now).toISOString() : '')
    if (Number.isNaN(parseTimeIn(date, timeZone))) throw new Error('its date cannot be read')
    const hasFolder = place.path === `${place.folder}/index.md`
    const comments = hasFolder ? readCommentsFile((await readWithin(root, join(place.folder, 'comments.yml'))) ?? '') : []
    return { ...place, unknown, text, comments, timeZone, head: { ...head, title: head.title ?? words.replaceAll('-', ' '), date } }
  })

/** Reads pages, settings and former addresses, as far as there are any. */
async function readBlog(root: string, { report, timeZone }: FolderOptions): Promise<SourceBlog> {
  const pages = []
  for (const place of await listTexts(root, 'pages')) {
    const page = await tryRead({ what: 'page', name: place.folder, report }, async () => {
      const { head, text } = readTextFile(await readText(root, place), pageHead)
      return { page: toPage({ ...place, head, text, timeZone }), position: head.position ?? 0 }
    })
    if (page !== null) pages.push(page)
  }
  const readFile = <T>(name: string, read: (text: string) => T) =>
    tryRead({ what: 'setting', name, report }, async () => {
      const file = await readWithin(root, name)
      return file === null ? null : read(file)
    })
  const former = await readFile('addresses.yml', readAddressesFile)
  const settings = await readFile('blog.yml', readBlogFile)
  const inOrder = pages.toSorted((a, b) => a.position - b.position).map(({ page }) => page)
  return { pages: inOrder, settings, ...(former !== null && { former }) }
}
