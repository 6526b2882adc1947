import { isBlogPage } from '#site/contract/blog-pages.ts'
import { AUDIENCES, type Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createPost, type NewPost, type PostUpdate, publishPost } from './publish-post.store.ts'
import type { PostEvents } from './post-events.ts'
import { getDeskPost, getPost, indexPost, isNewText, lockDeskPost, type PostRow, type ShownPost, slugOf } from '#posts/server/index.ts'
import { getBlogPage, isReadable, requireCategory } from '#site/server/index.ts'
import { toEditablePost, updateBlogPage } from './own-pages/update-blog-page.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailWish } from '#writing/contract/edit-posts.endpoints.ts'
import { ALREADY_PUBLISHED } from '#writing/contract/post-statuses.ts'
import { createRevision } from './revisions/revisions.store.ts'
import { findFreeSlug, recordSlug } from './post-slugs.store.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { coverInText } from '#posts/contract/cover.ts'
import { PINNED_POSTS_MAX } from '#posts/contract/post-limits.ts'

/**
 * Saves what admins write in the editor: published and planned posts and pages of the blog (decision 18).
 * Call the functions that write within `writePosts`.
 */

/** Returns a published or planned post, or a page. @throws not_found */
export const getAnyPost = async (db: Database, id: string): Promise<ShownPost> =>
  isBlogPage(id) ? toEditablePost(await getBlogPage(db, id)) : getDeskPost(db, id)

export interface Timing {
  readonly now: number
  /** Publication date, in ms. A future one plans the post; 'now' publishes a planned post. */
  readonly publishAt: number | 'now' | 'unchanged'
  readonly mail: MailWish
  readonly events?: PostEvents | undefined
}

/** For changes of a text alone. */
export const SAME_PUBLICATION = { publishAt: 'unchanged', mail: 'unspecified' } as const

/** Stores whether followers get the post by mail, where the writer has said so. */
export async function chooseMail(trx: Database, postId: string, { mail, now, events }: Timing): Promise<void> {
  if (mail !== 'unspecified') await events?.onMailChosen(trx, { postId, isMailed: mail === 'yes', now })
}

/**
 * Publishes the post, or plans it.
 * @throws bad_request for an unknown category; draft_conflict like `createPost`
 */
export async function createAnyPost(
  trx: Database,
  post: Omit<NewPost, 'publish_at' | 'created_at' | 'updated_at'>,
  timing: Timing & { readonly publishAt: number | 'now' },
): Promise<ShownPost> {
  const { now, publishAt, events } = timing
  await requireCategory(trx, post.category)
  const at = publishAt === 'now' ? now : publishAt
  const created = await createPost(trx, { ...post, created_at: at, updated_at: now, ...(at > now ? { publish_at: at } : {}) })
  await chooseMail(trx, post.id, timing)
  if (created.state === 'published') await events?.onPublished(trx, { postId: post.id, publishedAt: at, now })
  return created
}

/**
 * A new title gives a new slug; the old one redirects. The previous version becomes a revision. A retry after a lost response
 * changes nothing.
 * @throws not_found; edit_conflict if the post's revision is not `baseRevision` and its content differs; conflict if `publishAt`
 * of a published post is in the future
 */
export async function updateAnyPost(trx: Database, id: string, update: PostUpdate & Timing): Promise<ShownPost> {
  if (isBlogPage(id)) return updateBlogPage(trx, id, update)
  await requireCategory(trx, update.changes.category)
  const before = await lockDeskPost(trx, id)
  const changes = withoutShownCover(before, update.changes)
  const version = await newVersion(trx, before, { ...update, changes })
  const row = { updated_at: update.now, ...changes, ...version, created_at: dateOf(before, update) }
  await chooseMail(trx, id, update)
  return before.state === 'planned' ? changePlanned(trx, { before, row }, update) : changePublished(trx, { before, row }, update)
}

/** A client may send the whole post back: the cover that its text had, or has now, is no choice. */
function withoutShownCover(before: PostRow, changes: PostUpdate['changes']): PostUpdate['changes'] {
  const { image_url, content = before.content } = changes
  const isShown = before.image_url === null && [before.content, content].some((text) => coverInText(text) === image_url)
  return isShown ? { ...changes, image_url: null } : changes
}

/** Stores the previous version. @returns number and editor of the next one, if the text differs */
async function newVersion(trx: Database, before: PostRow, { changes, baseRevision, editorId = null }: PostUpdate) {
  if (!isNewText(before, changes)) return {}
  if (baseRevision !== undefined && baseRevision !== before.revision) throw new AppError('edit_conflict')
  await createRevision(trx, before)
  return { revision: before.revision + 1, editor_id: editorId }
}

function dateOf(before: PostRow, { publishAt, now }: Timing): number {
  if (publishAt === 'unchanged') return before.created_at
  if (publishAt === 'now') return before.state === 'published' ? before.created_at : now
  if (before.state === 'published' && publishAt > now) {
    throw new AppError('conflict', ALREADY_PUBLISHED, { field: 'publishAt' })
  }
  return publishAt
}

interface Change {
  readonly before: PostRow
  readonly row: PostUpdate['changes'] & Pick<PostRow, 'created_at'>
}

async function changePublished(trx: Database, { before, row }: Change, { publishAt, now, events }: Timing): Promise<ShownPost> {
  const { id } = before
  const { title = before.title } = row
  const slug = title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(title), postId: id })
  const { seq, content } = await trx
    .updateTable('posts')
    .set({ ...row, slug })
    .where('id', '=', id)
    .returning(['seq', 'content'])
    .executeTakeFirstOrThrow()
  if (slug !== before.slug) await recordSlug(trx, slug, id)
  await indexPost(trx, { seq, title, text: visibleText(content) })
  const after = await getPost(trx, id)
  const publication = { postId: id, publishedAt: after.created_at, now }
  if (typeof publishAt === 'number') await events?.onDateChanged(trx, publication)
  if (isWider(after.audience, before.audience)) await events?.onAudienceWidened(trx, publication)
  return after
}

const isWider = (after: Audience, before: Audience) => AUDIENCES.indexOf(after) < AUDIENCES.indexOf(before)

async function changePlanned(trx: Database, { before, row }: Change, { now, events }: Timing): Promise<ShownPost> {
  const { id } = before
  const slug = row.title === undefined || row.title === before.title ? before.slug : slugOf(row.title)
  const at = row.created_at
  await trx
    .updateTable('posts')
    .set({ ...row, slug, publish_at: at })
    .where('id', '=', id)
    .execute()
  if (at > now) return getDeskPost(trx, id)
  const published = await publishPost(trx, { id, slug }, { updated_at: now })
  await events?.onPublished(trx, { postId: id, publishedAt: at, now })
  return published
}

/** Call within `writePosts`. @throws not_found; conflict for a planned post, or if too many posts are pinned */
export async function setPinned(trx: Database, id: string, isPinned: boolean): Promise<void> {
  const post = await lockDeskPost(trx, id)
  if (post.state === 'planned') throw new AppError('conflict', 'This post is planned. It can be pinned once it is published.')
  if (isPinned && post.pinned === 0 && !(await isRoomForPin(trx))) {
    throw new AppError('conflict', `${PINNED_POSTS_MAX} posts are pinned already. Please unpin one of them first.`)
  }
  await trx
    .updateTable('posts')
    .set({ pinned: isPinned ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}

/** Call within `writePosts`, which serialises. */
export async function isRoomForPin(trx: Database): Promise<boolean> {
  const pinned = await trx
    .selectFrom('posts')
    .select('seq')
    .where(isReadable('admins'))
    .where((eb) => eb('pinned', '=', eb.lit(1)))
    // The order of the index: else SQLite reads another one.
    .orderBy('created_at')
    .limit(PINNED_POSTS_MAX)
    .execute()
  return pinned.length < PINNED_POSTS_MAX
}
