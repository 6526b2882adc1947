import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'
import type { Database } from '#platform/database/database.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { drawCover, listPictureFolders, type PictureParts, type PictureWorkers, storePicture } from '#media/server/index.ts'
import { createPost, writePosts } from '#writing/server/published-posts.store.ts'
import { deleteSampleIds, listSamplePosts, storeSampleIds } from '#posts/server/index.ts'
import { sanitizeAnyBody } from '#writing/server/body/sanitize-long-body.ts'
import { type FirstLook, readFirstLook } from './read-samples.ts'
import { endTrashedPost, trashPost } from '#writing/server/trash/trash.store.ts'

interface SampleParts extends PictureParts {
  readonly workers: Pick<PictureWorkers, 'clean' | 'renderPng'>
  readonly write: ChangeFeed['write']
  readonly newId: () => string
  readonly publicUrl: string
  readonly deletePicture: (address: string) => Promise<void>
}

/**
 * Creates the sample posts of a new blog, all or none. Does nothing where they exist, so a call may be repeated.
 * @throws conflict where the blog has posts of its own
 */
export async function createSamplePosts(parts: SampleParts, authorId: string): Promise<void> {
  const { db, write, deletePicture } = parts
  // Checked before the pictures are drawn, and again in the transaction that writes the posts.
  if (await hasSamples(db)) return
  const pictures: string[] = []
  let isUsed = false
  try {
    const posts: FirstLook[] = []
    for (const post of await readFirstLook()) posts.push(await withPictures(parts, { post, authorId, pictures }))
    isUsed = await writePosts(write, [], async (trx) => {
      if (await hasSamples(trx)) return false
      const at = parts.now()
      const rows = posts.map(({ title, category, daysAgo, content }) => {
        const created = at - daysAgo * DAY_MS
        const row = { id: parts.newId(), author_id: authorId, title, category, image_url: null, content, audience: 'public' as const }
        return { ...row, created_at: created, updated_at: created }
      })
      for (const row of rows) await createPost(trx, row)
      await storeSampleIds(
        trx,
        rows.map(({ id }) => id),
      )
      return true
    })
  } finally {
    if (!isUsed) for (const address of pictures) await deletePicture(address)
  }
}

/** @throws conflict where the blog has other posts than samples */
async function hasSamples(db: Database): Promise<boolean> {
  if ((await listSamplePosts(db)).length > 0) return true
  const published = await db.selectFrom('posts').select('id').orderBy('created_at').limit(1).execute()
  const planned = await db.selectFrom('planned_posts').select('id').orderBy('publish_at').limit(1).execute()
  if (published.length + planned.length > 0) {
    throw new AppError('conflict', 'This blog has posts already. Sample posts are only for one without any.')
  }
  return false
}

interface Illustration {
  readonly post: FirstLook
  readonly authorId: string
  /** Addresses of the pictures stored so far. */
  readonly pictures: string[]
}

/** Size of the pictures in pixels, as wide as the text of a post. */
const [WIDTH, HEIGHT] = [960, 600]

/** Each line of a sample file is a block. A picture follows the line number `after`, counted from 1. */
async function withPictures(parts: SampleParts, { post, authorId, pictures }: Illustration) {
  const lines = post.content.trim().split('\n')
  for (const { after, category, variant, text, caption } of post.pictures) {
    const drawing = Buffer.from(drawCover({ category, variant }))
    const bytes = await parts.workers.renderPng({ bytes: drawing, width: WIDTH, height: HEIGHT, ground: null, isDrawing: true })
    const address = await storePicture(parts, { bytes, kind: 'post', name: text, userId: authorId })
    pictures.push(address)
    lines[after - 1] += `<figure><img src="${address}" alt="${escapeHtml(text)}"><figcaption>${escapeHtml(caption)}</figcaption></figure>`
  }
  return { ...post, content: await sanitizeAnyBody(lines.join('\n'), parts.publicUrl) }
}

interface Parts {
  readonly db: Database
  readonly write: ChangeFeed['write']
  readonly now: () => number
  /** Deletes the picture in a folder, unless something else shows it. */
  readonly deleteFolder: (folder: string) => Promise<void>
}

/**
 * Deletes the sample posts for good, with their comments, likes, drafts, former addresses and pictures. Samples
 * that an admin has edited remain as ordinary posts.
 */
export async function deleteSamplePosts({ db, write, now, deleteFolder }: Parts, by: string): Promise<{ deleted: number; stayed: number }> {
  const texts: string[] = []
  const ids = (await listSamplePosts(db)).map(({ id }) => id)
  const counts = await writePosts(write, ids, async (trx) => {
    const samples = await listSamplePosts(trx)
    const unchanged = samples.filter(({ isChanged }) => !isChanged)
    for (const { id, isTrashed } of unchanged) {
      // Deleting from the trash also deletes everything that belongs to a post.
      if (!isTrashed) await trashPost(trx, id, { by, now: now() })
      texts.push(...((await endTrashedPost(trx, id)) ?? []))
    }
    await deleteSampleIds(trx)
    return { deleted: unchanged.length, stayed: samples.length - unchanged.length }
  })
  for (const folder of new Set(texts.flatMap(listPictureFolders))) await deleteFolder(folder)
  return counts
}
