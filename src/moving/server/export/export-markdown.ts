import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import { AppError } from '#platform/contract/errors.ts'
import { getBlogWords, type SiteConfig } from '#site/server/index.ts'
import { findDeskPost, listDeskPostIds, type ShownPost } from '#posts/server/index.ts'
import { writeAddressesFile } from '#moving/server/formats/blog-file.ts'
import { canonicalBody } from '#moving/server/formats/markdown-to-html.ts'
import { htmlToMarkdown } from '#moving/server/formats/html-to-markdown.ts'
import { writeCommentsFile, writePostFile } from '#moving/server/formats/post-file.ts'
import type { Database } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { commentsOfPost, headOfPost } from './describe-post.ts'
import { exportPages, exportSettings } from './export-pages.ts'
import { addPlaces, countWritten, exportPictures, type Places, problemsOf, withFileNames } from './export-pictures.ts'
import { describeFormerAddresses, hasAny } from './former-addresses.ts'
import { addPost, type Contents, writeContents } from './write-contents.ts'

export interface ExportParts {
  readonly db: Database
  readonly files: FileStore
  readonly publicUrl: string
  /** Names of the blog from the environment. */
  readonly siteConfig: SiteConfig
}

export interface ExportResult {
  readonly posts: number
  readonly pages: number
  readonly comments: number
  readonly pictures: number
  /** Pictures and files that could not be written, a line each. */
  readonly problems: readonly string[]
}

/**
 * Exports every post with its comments and pictures, the pages, and the names and look of the blog to a folder of plain
 * files, which `import` can read. The only email in it is the contact of the blog.
 * @throws conflict when the folder holds something already
 */
export async function exportMarkdown(
  parts: ExportParts,
  folder: string,
  onProgress: (done: number, total: number) => void,
): Promise<ExportResult> {
  await mkdir(folder, { recursive: true })
  if ((await readdir(folder)).length > 0) throw new AppError('conflict', `The folder ${folder} is not empty. Please name a new one.`)
  const blog = await getBlogWords(parts.db, parts.siteConfig)
  const ids = await listDeskPostIds(parts.db)
  await mkdir(join(folder, 'posts'))
  const contents: Contents = { posts: [], pages: [] }
  const result = { posts: 0, pages: 0, comments: 0, pictures: 0, problems: [] as string[] }
  const names = new Set<string>()
  const places: Places = new Map()
  for (const [index, id] of ids.entries()) {
    // Undefined for a post that was deleted meanwhile.
    const post = await findDeskPost(parts.db, id)
    if (post) {
      const name = folderName(post, names, blog.timeZone)
      const { comments, pictures } = await exportPost(
        { ...parts, folder: join(folder, 'posts', name), name, places, problems: result.problems },
        post,
      )
      result.posts += 1
      result.comments += comments
      result.pictures += pictures
      addPost(contents, { post, name, comments })
    }
    onProgress(index + 1, ids.length)
  }
  const [pages, settings] = [await exportPages({ ...parts, places }, folder), await exportSettings(parts, folder)]
  result.pages = pages.names.length
  result.pictures += pages.pictures + settings.pictures
  result.problems.push(...pages.problems, ...settings.problems)
  await exportFormerAddresses(parts.db, places, folder)
  await writeContents(folder, { ...contents, pages: pages.names }, blog)
  return result
}

async function exportFormerAddresses(db: Database, places: Places, folder: string): Promise<void> {
  const former = await describeFormerAddresses(db, (address) => places.get(address))
  if (hasAny(former)) await writeFile(join(folder, 'addresses.yml'), writeAddressesFile(former))
}

/** Begins with the date, so that folders sort by date. */
function folderName(post: ShownPost, names: Set<string>, timeZone: string): string {
  const name = `${isoDayIn(post.created_at, timeZone)}-${post.slug.slice(0, 100)}`
  const free = names.has(name) ? `${name}-${post.id}` : name
  names.add(free)
  return free
}

interface PostPlace extends ExportParts {
  readonly folder: string
  /** Name of the folder. */
  readonly name: string
  readonly places: Places
  readonly problems: string[]
}

async function exportPost(place: PostPlace, post: ShownPost): Promise<{ comments: number; pictures: number }> {
  const { db, folder, publicUrl, problems } = place
  await mkdir(folder, { recursive: true })
  const body = htmlToMarkdown(post.content, publicUrl)
  const pictures = await exportPictures(place, [post.content, post.image_url ?? ''])
  const text = withFileNames(body ?? canonicalBody(post.content, publicUrl), pictures)
  const cover = post.image_url === null ? undefined : (pictures.get(post.image_url) ?? post.image_url)
  const head = {
    ...(await headOfPost(db, post)),
    ...(cover === undefined ? {} : { cover }),
    ...(body === null ? { format: 'html' as const } : {}),
  }
  await writeFile(join(folder, 'index.md'), writePostFile(head, text))
  const comments = await commentsOfPost(db, post.id)
  if (comments.length > 0) await writeFile(join(folder, 'comments.yml'), writeCommentsFile(comments))
  addPlaces(place.places, `posts/${place.name}`, pictures)
  problems.push(...problemsOf(post.title, pictures))
  return { comments: comments.length, pictures: countWritten(pictures) }
}
