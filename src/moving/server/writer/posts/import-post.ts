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
import { countComment, writeComments } from '#moving/server/writer/comments/import-comments.ts'
import { freeId } from '#moving/server/writer/imported-items.store.ts'
import { isoDayIn } from '#platform/contract/time-zone.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceEntry, SourcePost } from '#moving/server/record/source.ts'
import type { WriteParts } from '#moving/server/writer/write-parts.ts'
import type { TextContext } from './convert-body.ts'
import type { Run } from '#moving/server/writer/import-run.ts'

/** Post with its text converted and its pictures stored, ready to be written. */
export interface ReadyPost {
  readonly source: SourcePost
  readonly entry: SourceEntry
  readonly title: string
  readonly slug: string
  readonly category: Category
  readonly content: string
  readonly cover: string | null
  readonly authorId: string
}

/** Writes a post with its addresses, comments and imported ids in one transaction: whole or not at all. */
export async function importPost({ db, importedItems, report, now, newId }: WriteParts, ready: ReadyPost): Promise<void> {
  const { source, entry } = ready
  const id = await freeId({ db, table: 'posts', newId }, source.ownId)
  const parts = { importedItems, report, now, newId }
  const paths = addressKeys(entry, ready.slug)
  await db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const isPlanned = await writePost(trx, { id, ready, now: now() }, report)
    for (const old of isPlanned ? [] : source.oldSlugs) if (/^[a-z0-9-]{1,200}$/.test(old)) await recordSlug(trx, old, id)
    for (const path of paths) await recordOldAddress(trx, path, id)
    await importedItems.save(trx, { kind: 'post', sourceId: source.id, target: id })
    if (ready.cover !== null) await importedItems.save(trx, { kind: 'cover', sourceId: source.id, target: ready.cover })
    await writeComments(trx, parts, { postId: id, comments: isPlanned ? [] : source.comments })
    await announceChanges(trx, [POSTS_TAG, commentsTag(id)], now())
  })
  report.counts.posts += 1
  report.counts.redirects += paths.length
  for (const comment of source.comments) countComment(comment, report, ready.title)
}

/** @returns whether the post is planned for the future */
async function writePost(
  trx: DatabaseTransaction,
  { id, ready, now }: { id: string; ready: ReadyPost; now: number },
  report: ImportReport,
): Promise<boolean> {
  const { source, title, slug, category, content, cover, authorId } = ready
  const { publishAt = 0, createdAt, isPinned = false, isClosed = false } = source
  const post = {
    id,
    author_id: authorId,
    slug,
    title,
    category,
    image_url: cover,
    content,
    audience: source.audience ?? defaultAudience(await isBlogClosed(trx)),
    comments_open: isClosed ? (0 as const) : (1 as const),
  }
  if (publishAt > now) {
    await createPost(trx, { ...post, publish_at: publishAt, created_at: publishAt, updated_at: source.updatedAt })
    return true
  }
  await createPost(trx, { ...post, created_at: createdAt, updated_at: Math.max(createdAt, source.updatedAt) })
  if (isPinned && (await isRoomForPin(trx))) {
    await setPinned(trx, id, true)
    report.counts.pinned += 1
  } else if (isPinned) report.add('pin', title)
  return false
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
