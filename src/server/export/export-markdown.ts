import { POST_COMMENTS_MAX } from '#contract/limits.ts'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { getBlogWords, type SiteConfig } from '#server/features/blog-words.ts'
import { listCommentsOfPost, listPendingOfPost } from '#server/features/comments/comments.store.ts'
import { listOldAddresses } from '#server/features/old-addresses.ts'
import { listSlugs } from '#server/features/posts/post-slugs.store.ts'
import { listPlannedIds, type PlannedPost } from '#server/features/posts/planned-posts.store.ts'
import { listPostIds, type ShownPost } from '#server/features/posts/posts.store.ts'
import { findAnyPost } from '#server/features/posts/save-post.ts'
import { canonicalBody } from '#server/markdown/markdown-to-html.ts'
import { htmlToMarkdown } from '#server/markdown/html-to-markdown.ts'
import { type CommentEntry, type PostHead, writeCommentsFile, writePostFile } from '#server/markdown/post-file.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { exportPages, exportSettings } from './export-pages.ts'
import { countWritten, exportPictures, problemsOf, withFileNames } from './export-pictures.ts'
import { addPost, type Contents, writeContents } from './write-contents.ts'

export interface ExportParts {
  readonly db: Database
  readonly files: FileStore
  readonly publicUrl: string
  /** What the environment says of the blog. */
  readonly siteConfig: SiteConfig
}

export interface ExportResult {
  readonly posts: number
  readonly pages: number
  readonly comments: number
  readonly pictures: number
  /** What could not be written, a line each. */
  readonly problems: readonly string[]
}

/**
 * Every post with its comments and pictures, the pages, and the words and look of the blog, in a folder of plain files,
 * which needs no blog to be read and which `import` reads back. No email is in it but the contact of the blog.
 * @throws conflict when the folder holds something already
 */
export async function exportMarkdown(
  parts: ExportParts,
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<ExportResult> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new AppError('conflict', `The folder ${folder} is not empty. Please name a new one.`)
  const ids = [...(await listPostIds(parts.db)), ...(await listPlannedIds(parts.db))]
  await mkdir(join(folder, 'posts'))
  const contents: Contents = { posts: [], pages: [] }
  const result = { posts: 0, pages: 0, comments: 0, pictures: 0, problems: [] as string[] }
  const names = new Set<string>()
  for (const [index, id] of ids.entries()) {
    // One that was deleted meanwhile is not there.
    const post = await findAnyPost(parts.db, id)
    if (post) {
      const name = folderName(post, names)
      const { comments, pictures } = await exportPost({ ...parts, folder: join(folder, 'posts', name), problems: result.problems }, post)
      result.posts += 1
      result.comments += comments
      result.pictures += pictures
      addPost(contents, { post, name, comments })
    }
    onProgress(index + 1, ids.length)
  }
  const [pages, settings] = [await exportPages(parts, folder), await exportSettings(parts, folder)]
  result.pages = pages.names.length
  result.pictures += pages.pictures + settings.pictures
  result.problems.push(...pages.problems, ...settings.problems)
  const { name } = await getBlogWords(parts.db, parts.siteConfig)
  await writeContents(folder, { ...contents, pages: pages.names }, name)
  return result
}

/** Sorted by name is sorted by date. */
function folderName(post: ShownPost, names: Set<string>): string {
  const name = `${isoTime(post.created_at).slice(0, 10)}-${post.slug.slice(0, 100)}`
  const free = names.has(name) ? `${name}-${post.id}` : name
  names.add(free)
  return free
}

interface PostPlace extends ExportParts {
  readonly folder: string
  readonly problems: string[]
}

async function exportPost(place: PostPlace, post: ShownPost | PlannedPost): Promise<{ comments: number; pictures: number }> {
  const { db, folder, publicUrl, problems } = place
  await mkdir(folder, { recursive: true })
  const body = htmlToMarkdown(post.content, publicUrl)
  const pictures = await exportPictures(place, [post.content, post.image_url ?? ''])
  const text = withFileNames(body ?? canonicalBody(post.content, publicUrl), pictures)
  const cover = post.image_url === null ? undefined : (pictures.get(post.image_url) ?? post.image_url)
  const head = {
    ...(await headOf(db, post)),
    ...(cover === undefined ? {} : { cover }),
    ...(body === null ? { format: 'html' as const } : {}),
  }
  await writeFile(join(folder, 'index.md'), writePostFile(head, text))
  const comments = await commentsOf(db, post.id)
  if (comments.length > 0) await writeFile(join(folder, 'comments.yml'), writeCommentsFile(comments))
  problems.push(...problemsOf(post.title, pictures))
  return { comments: comments.length, pictures: countWritten(pictures) }
}

async function headOf(db: Database, post: ShownPost | PlannedPost): Promise<PostHead> {
  const [slugs, oldAddresses] = await Promise.all([listSlugs(db, post.id), listOldAddresses(db, post.id)])
  const oldSlugs = slugs.filter((slug) => slug !== post.slug)
  return {
    title: post.title,
    slug: post.slug,
    ...(oldSlugs.length > 0 ? { oldSlugs } : {}),
    ...(oldAddresses.length > 0 ? { oldAddresses } : {}),
    date: isoTime(post.created_at),
    updated: isoTime(post.updated_at),
    ...('publish_at' in post ? { publishAt: isoTime(post.publish_at) } : {}),
    ...(post.pinned === 1 ? { pinned: true } : {}),
    category: post.category,
    audience: post.audience,
    ...(post.comments_open === 0 ? { comments: 'closed' as const } : {}),
    ...(post.author_name === null ? {} : { author: post.author_name }),
    ...(post.author_display_name === null ? {} : { authorName: post.author_display_name }),
    id: post.id,
  }
}

const isoTime = (at: number) => new Date(at).toISOString()

/** The oldest first, as people read. */
async function commentsOf(db: Database, postId: string): Promise<CommentEntry[]> {
  const rows = [
    ...(await listCommentsOfPost(db, { postId, audience: 'admins' }, { startIndex: 0, limit: POST_COMMENTS_MAX })),
    ...(await listPendingOfPost(db, { postId, audience: 'admins' }, null)),
  ]
  return rows
    .toSorted((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map((row) => {
      const by = row.display_name ?? row.username ?? row.guest_name
      return {
        ...(by === null ? {} : { by }),
        date: isoTime(row.created_at),
        ...(row.updated_at === row.created_at ? {} : { updated: isoTime(row.updated_at) }),
        text: row.content,
        ...(row.likes.length > 0 ? { likes: row.likes.length } : {}),
        ...(row.pending === 1 ? { pending: true } : {}),
        id: row.id,
        ...(row.parent_id === null ? {} : { replyTo: row.parent_id }),
      }
    })
}
