import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnId } from '#moving/server/writer/imported-items.store.ts'
import { toOwnPost } from '#moving/server/readers/own/own-post.ts'
import { parseTimeIn } from '#platform/contract/time-zone.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { identityOf, type Source, type SourceEntry, type SourcePost } from '#moving/server/record/source.ts'
import { markdownToHtml } from '#moving/server/formats/markdown-to-html.ts'
import { fromRoot, readWithin, withPaths, describeError } from './folder-files.ts'
import { type FolderOptions, readBlog } from './markdown-blog.ts'
import { type CommentEntry, type PostHead, readCommentsFile, readPostFile } from '#moving/server/formats/post-file.ts'

/**
 * Opens a folder in the format of `export`. Nothing outside the folder is read. Posts of an export have ids that no other
 * blog has, so their folder does not matter; posts that were written by hand have the names of their folders alone.
 */
export async function openMarkdown(folder: string, { report, timeZone }: FolderOptions): Promise<Source> {
  const root = await realpath(folder)
  const names = (await readdir(join(root, 'posts'), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted()
  const entries: (SourceEntry & { readonly folder: string })[] = []
  for (const name of names) {
    const read = await tryRead(root, name, { report, timeZone })
    if (!read) continue
    const { head } = read
    entries.push({
      folder: name,
      id: idOf(head, name, timeZone),
      slug: head.slug ?? null,
      title: head.title,
      addresses: head.oldAddresses ?? [],
    })
  }
  return {
    title: `Markdown folder ${folder}`,
    site: null,
    entries,
    blog: () => readBlog(root, { report, timeZone }),
    lists: [],
    people: [],
    async *posts() {
      for (const { folder: name } of entries) {
        const read = await tryRead(root, name, { report, timeZone })
        if (read) yield { id: idOf(read.head, name, timeZone), read: () => toPost(read, name, timeZone) }
      }
    },
  }
}

/** The id of an export; what was written by hand has none. */
const idOf = ({ id, ...head }: PostHead, name: string, timeZone: string): string =>
  isOwnId(id)
    ? id
    : identityOf({ number: id ?? name, address: head.slug ?? null, date: parseTimeIn(head.date, timeZone), title: head.title })

interface PostFolder {
  readonly head: PostHead
  readonly text: string
  readonly comments: readonly CommentEntry[]
}

async function tryRead(root: string, name: string, { report, timeZone }: FolderOptions): Promise<PostFolder | null> {
  try {
    const post = await readWithin(root, join('posts', name, 'index.md'))
    if (post === null) throw new Error('it has no index.md')
    const { head, text } = readPostFile(post)
    if (Number.isNaN(parseTimeIn(head.date, timeZone))) throw new Error('its date cannot be read')
    const comments = await readWithin(root, join('posts', name, 'comments.yml'))
    return { head, text, comments: comments === null ? [] : readCommentsFile(comments) }
  } catch (error) {
    report.fail('post', `posts/${name}`, describeError(error))
    return null
  }
}

const toPost = ({ head, text, comments }: PostFolder, name: string, timeZone: string): SourcePost => {
  const folder = join('posts', name)
  return toOwnPost(
    { head, comments },
    {
      id: idOf(head, name, timeZone),
      html: withPaths(head.format === 'html' ? text : markdownToHtml(text), folder),
      timeZone,
      cover: head.cover === undefined || head.cover === NO_COVER ? (head.cover ?? null) : fromRoot(head.cover, folder),
    },
  )
}
