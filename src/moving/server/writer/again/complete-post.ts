import { commentsTag, POSTS_TAG } from '#platform/cache/cache-tags.ts'
import { findDeskPost, listOldAddresses, recordOldAddress, type ShownPost } from '#posts/server/index.ts'
import { isReadable } from '#site/server/index.ts'
import { SAME_PUBLICATION, updateAnyPost } from '#writing/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { addressRulesOf } from '#moving/server/writer/posts/convert-body.ts'
import { importNewComments } from '#moving/server/writer/comments/import-comments.ts'
import { addressKeys } from '#moving/server/writer/posts/import-post.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import { isForeign } from '#moving/server/readers/open-source.ts'
import { fetchMissing } from './fetch-missing.ts'
import { fillGaps, findGaps, mayHaveGaps, readSourceText, type SourceText } from './fill-gaps.ts'
import type { SourceEntry, SourcePost } from '#moving/server/record/source.ts'

const NOTHING: ReadonlyMap<string, string> = new Map()

interface KnownPost {
  /** The post's id in Kindred. */
  readonly id: string
  readonly post: SourcePost
  readonly entry: SourceEntry
  readonly title: string
}

/**
 * Adds what is missing to a post of an earlier run: pictures whose placeholders are still in the text, the cover, comments,
 * old addresses. Does not undo later changes in Kindred (decision 53).
 */
export async function completePost(run: Run, known: KnownPost): Promise<void> {
  const { parts, options, report, importedItems } = run
  const here = await findDeskPost(parts.db, known.id)
  if (!here) return
  const done = [
    here.state === 'published' &&
      (await importNewComments({ ...parts, importedItems, report, isDryRun: options.isDryRun }, known.id, known.post)),
    await addMissingAddresses(run, known, here.slug),
    await addMissingPictures(run, known, here),
  ]
  if (done.some(Boolean)) report.counts.mended += 1
}

/** @returns whether an address was missing */
async function addMissingAddresses({ parts, options, report }: Run, { id, entry }: KnownPost, slug: string): Promise<boolean> {
  const { db, now } = parts
  const known = new Set(await listOldAddresses(db, id))
  const unknown = addressKeys(entry, slug).filter((path) => !known.has(path))
  const taken = new Set(await listTaken(db, unknown))
  const missing = unknown.filter((path) => !taken.has(path))
  if (missing.length === 0) return false
  report.counts.redirects += missing.length
  if (options.isDryRun) return true
  await db.transaction().execute(async (trx) => {
    for (const path of missing) await recordOldAddress(trx, path, id)
    await announceChanges(trx, [POSTS_TAG], now())
  })
  return true
}

/** Paths that already redirect to a post. */
async function listTaken(db: Database, paths: readonly string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const rows = await db
    .selectFrom('old_addresses')
    .innerJoin('posts', 'posts.id', 'old_addresses.post_id')
    .select('old_addresses.path')
    .where('old_addresses.path', 'in', paths)
    .where(isReadable('admins'))
    .execute()
  return rows.map(({ path }) => path)
}

/** @returns whether a picture or the cover was added */
async function addMissingPictures(run: Run, known: KnownPost, here: ShownPost): Promise<boolean> {
  const { parts, options, source } = run
  const { id, post, title } = known
  const text = mayHaveGaps(here.content) ? readSourceText(post.html, isForeign(source)) : null
  const context = { title, authorId: here.author_id ?? run.findAuthor(null) }
  const found = text ? await fetchMissing(run, context, { content: here.content, text }) : NOTHING
  const cover = await findCover(run, known, here)
  const hasNew = cover !== null || found.size > 0
  if (!hasNew || options.isDryRun) return hasNew
  return writeAdditions(run, { id, post, text, found, cover, now: parts.now() })
}

/** @returns the new address of the cover, if the post never had one and it can be imported now */
async function findCover({ parts, importedItems, pictures, report, findAuthor }: Run, { post, title }: KnownPost, here: ShownPost) {
  const address = post.cover ?? ''
  if (address === '' || here.image_url !== null || (await hadCover({ ...parts, importedItems }, post, here))) return null
  const picture = await pictures.import(address, here.author_id ?? findAuthor(null))
  if ('url' in picture) return picture.url
  report.missPicture('cover', { post: title, address, why: picture.reason })
  return null
}

/** Whether the cover was removed in Kindred. Imports before decision 53 saved no item for covers, but removing one left a revision. */
async function hadCover(
  { db, importedItems }: Pick<Run, 'importedItems'> & { db: Database },
  post: SourcePost,
  here: ShownPost,
): Promise<boolean> {
  if ((await importedItems.find(db, 'cover', post.id)) !== undefined) return true
  if (here.revision === 1) return false
  const versions = await db
    .selectFrom('post_versions')
    .select('image_url')
    .where('post_id', '=', here.id)
    .where('revision', 'is not', null)
    .execute()
  return versions.length < here.revision - 1 || versions.some(({ image_url }) => image_url !== null)
}

interface Additions {
  readonly id: string
  readonly post: SourcePost
  readonly text: SourceText | null
  readonly found: ReadonlyMap<string, string>
  readonly cover: string | null
  readonly now: number
}

/** Reads the text again, since it may have been saved while pictures were fetched. @returns whether anything was added */
async function writeAdditions(run: Run, { id, post, text, found, cover, now }: Additions): Promise<boolean> {
  const { parts, importedItems } = run
  return parts.db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const here = await findDeskPost(trx, id)
    if (!here) return false
    const content = text ? fillGaps(here.content, findGaps(here.content, text, addressRulesOf(run)), found) : here.content
    const isCoverFree = cover !== null && here.image_url === null
    if (content === here.content && !isCoverFree) return false
    // Not an edit by the family, so date and editor stay.
    await updateAnyPost(trx, id, {
      ...SAME_PUBLICATION,
      changes: { content, ...(isCoverFree ? { image_url: cover } : {}) },
      now: here.updated_at,
      editorId: here.editor_id,
    })
    if (isCoverFree) await importedItems.save(trx, { kind: 'cover', sourceId: post.id, target: cover })
    await announceChanges(trx, [POSTS_TAG, commentsTag(id)], now)
    return true
  })
}
