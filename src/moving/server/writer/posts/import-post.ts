import { defaultAudience } from '#platform/contract/audiences.ts'
import type { Category } from '#platform/contract/categories.ts'
import { POST_TITLE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { isBlogClosed } from '#site/server/index.ts'
import { NO_COVER } from '#posts/contract/cover.ts'
import { oldAddressKey, recordOldAddress } from '#posts/server/index.ts'
import { createPost, isRoomForPin, recordSlug, setPinned } from '#writing/server/index.ts'
import { commentsTag, POSTS_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import { writeComments } from '#moving/server/writer/comments/import-comments.ts'
import { freeId } from '#moving/server/writer/imported-items.store.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import type { SourceEntry, SourcePost } from '#moving/server/record/source.ts'
import type { TextContext } from './convert-body.ts'
import type { Run } from '#moving/server/writer/import-run.ts'

/** Post with its text converted and its pictures stored, ready to be written. */
export interface ReadyPost {
  readonly source: SourcePost
  readonly entry: SourceEntry
  /** Empty for a draft without one. */
  readonly title: string
  readonly slug: string
  readonly category: Category
  readonly content: string
  readonly cover: string | null
  readonly authorId: string
  /** Whether pictures or files are missing. */
  readonly lacks: boolean
}

/**
 * Writes a post with its addresses, comments and id in the source in one transaction: whole or not at all.
 * @returns whether it is pinned
 */
export async function importPost({ parts, options, importedItems }: Run, ready: ReadyPost): Promise<boolean> {
  const { db, now, newId } = parts
  const { source, entry } = ready
  const id = await freeId({ db, table: 'posts', newId }, source.ownId)
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const { isPlanned, isPinned } = await writePost(trx, { id, importId: options.importId, ready, now: now() })
    for (const old of isPlanned ? [] : source.oldSlugs) if (/^[a-z0-9-]{1,200}$/.test(old)) await recordSlug(trx, old, id)
    for (const path of addressKeys(entry, ready.slug)) await recordOldAddress(trx, path, id)
    await importedItems.save(trx, { kind: 'post', sourceId: source.id, target: id, lacks: ready.lacks })
    await writeComments(trx, newId, { postId: id, comments: isPlanned ? [] : source.comments })
    await announceChanges(trx, [POSTS_TAG, commentsTag(id)], now())
    return isPinned
  })
}

interface NewPost {
  readonly id: string
  readonly importId: string
  readonly ready: ReadyPost
  readonly now: number
}

async function writePost(trx: DatabaseTransaction, { id, importId, ready, now }: NewPost) {
  const { source, title, slug, category, content, cover, authorId } = ready
  const { publishAt = 0, createdAt, isClosed = false } = source
  const isPlanned = publishAt > now
  const at = isPlanned ? publishAt : createdAt
  await createPost(trx, {
    id,
    author_id: authorId,
    slug,
    title,
    category,
    image_url: cover,
    content,
    audience: source.audience ?? defaultAudience(await isBlogClosed(trx)),
    comments_open: isClosed ? (0 as const) : (1 as const),
    created_at: at,
    updated_at: isPlanned ? source.updatedAt : Math.max(createdAt, source.updatedAt),
    ...(isPlanned && { publish_at: publishAt }),
  })
  await trx.updateTable('posts').set({ import_id: importId }).where('id', '=', id).execute()
  const isPinned = source.isPinned === true && !isPlanned && (await isRoomForPin(trx))
  if (isPinned) await setPinned(trx, id, true)
  return { isPlanned, isPinned }
}

/** Keys of the post's old addresses, without its address in Kindred. */
export const addressKeys = ({ addresses }: SourceEntry, slug: string): string[] => [
  ...new Set(addresses.map(oldAddressKey).filter((key) => key !== null && key !== `/post/${slug}`) as string[]),
]

/** Makes the title one line of at most `POST_TITLE_MAX_LENGTH`. Reports a replaced or cut title. */
export function cleanTitle(title: string, createdAt: number, { report, timeZone }: Pick<Run, 'report' | 'timeZone'>): string {
  const clean = title.replaceAll('\0', '').toWellFormed().replace(/\s+/gu, ' ').trim()
  if (clean.replace(/[\s\p{Cf}\u115F\u1160\u3164]/gu, '') === '') {
    const named = `Untitled, ${isoDayIn(createdAt, timeZone)}`
    report.add('title', `a post without a title is called ‘${named}’`)
    return named
  }
  if (clean.length <= POST_TITLE_MAX_LENGTH) return clean
  const cut = `${clean
    .slice(0, POST_TITLE_MAX_LENGTH - 1)
    .replace(/\s\S*$/, '')
    .toWellFormed()}…`
  report.add('title', `‘${clean}’ was cut`)
  return cut
}

/** Imports the cover of a post. @returns its new address; null without a cover, or if its import failed, which is reported */
export async function importCover(
  { pictures, report }: Run,
  { cover }: SourcePost,
  { title, authorId }: TextContext,
): Promise<string | null> {
  if (cover === null || cover === '') return null
  if (cover === NO_COVER) return NO_COVER
  const imported = await pictures.import(cover, authorId)
  if ('url' in imported) return imported.url
  report.missPicture('cover', { post: title, address: cover, why: imported.reason })
  return null
}
