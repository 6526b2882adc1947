import { isBlogPage } from '#site/contract/blog-pages.ts'
import { AUDIENCES, type Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { createPost, type PostUpdate, updatePost } from './published-posts.store.ts'
import type { PostEvents } from './post-events.ts'
import { findPost, getPost, isNewText, lockPost, type ShownPost } from '#posts/server/index.ts'
import { getBlogPage, requireCategory } from '#site/server/index.ts'
import { toEditablePost, updateBlogPage } from './own-pages/update-blog-page.ts'
import type { Database } from '#platform/database/database.ts'
import type { MailWish } from '#writing/contract/edit-posts.endpoints.ts'
import {
  changePlannedPost,
  createPlannedPost,
  findPlannedPost,
  type NewPlannedPost,
  type PlannedPost,
  publishPlannedPost,
} from './planned-posts.store.ts'
import { createRevision } from './revisions/revisions.store.ts'
import { slugOf } from '#platform/text/slug.ts'
import { PINNED_POSTS_MAX } from '#platform/contract/limits.ts'

/**
 * Saves what admins write in the editor: published and planned posts (decision 28) and pages of the blog (decision 31).
 * Call the functions that write within `writePosts`.
 */

/** Finds a published or planned post. */
export const findAnyPost = async (db: Database, id: string): Promise<ShownPost | PlannedPost | undefined> =>
  (await findPost(db, id)) ?? (await findPlannedPost(db, id))

/** Returns a published or planned post, or a page. @throws not_found */
export const getAnyPost = async (db: Database, id: string): Promise<ShownPost | PlannedPost> =>
  isBlogPage(id) ? toEditablePost(await getBlogPage(db, id)) : ((await findPlannedPost(db, id)) ?? (await getPost(db, id)))

interface Timing {
  readonly now: number
  /** Publication date, in ms. A future one plans the post; 'now' publishes a planned post. */
  readonly publishAt: number | 'now' | 'unchanged'
  readonly mail: MailWish
  readonly events?: PostEvents | undefined
}

/** For changes of a text alone. */
export const SAME_PUBLICATION = { publishAt: 'unchanged', mail: 'unspecified' } as const

async function chooseMail(trx: Database, postId: string, { mail, now, events }: Timing): Promise<void> {
  if (mail !== 'unspecified') await events?.onMailChosen(trx, { postId, isMailed: mail === 'yes', now })
}

/** Publishes the post, or plans it. @throws bad_request for an unknown category */
export async function createAnyPost(
  trx: Database,
  post: Omit<NewPlannedPost, 'publish_at' | 'updated_at'>,
  timing: Timing & { readonly publishAt: number | 'now' },
): Promise<ShownPost | PlannedPost> {
  const { now, publishAt, events } = timing
  await requireCategory(trx, post.category)
  await chooseMail(trx, post.id, timing)
  const at = publishAt === 'now' ? now : publishAt
  if (at > now) return createPlannedPost(trx, { ...post, publish_at: at, updated_at: now })
  const created = await createPost(trx, { ...post, created_at: at, updated_at: now })
  await events?.onPublished(trx, { postId: post.id, publishedAt: at, now })
  return created
}

/** @throws not_found, edit_conflict; conflict if `publishAt` of a published post is in the future */
export async function updateAnyPost(trx: Database, id: string, update: PostUpdate & Timing): Promise<ShownPost | PlannedPost> {
  if (isBlogPage(id)) return updateBlogPage(trx, id, update)
  await requireCategory(trx, update.changes.category)
  await chooseMail(trx, id, update)
  const planned = await findPlannedPost(trx, id)
  if (planned) return updatePlannedPost(trx, planned, update)
  return updatePublishedPost(trx, id, update)
}

/**
 * Creates a post again, with what its writer wants by now: the response to the first call was lost. That post may have been
 * planned, or published with an earlier date, which readers have then seen.
 * @throws like `updateAnyPost`
 */
export async function publishAgain(
  trx: Database,
  before: ShownPost | PlannedPost,
  update: PostUpdate & Timing & { readonly publishAt: number | 'now' },
): Promise<ShownPost | PlannedPost> {
  if (update.publishAt !== 'now' || 'publish_at' in before) return updateAnyPost(trx, before.id, update)
  const { created_at, updated_at } = before
  // The two times tell the next call, too, that no earlier date was chosen.
  if (created_at >= updated_at) return updateAnyPost(trx, before.id, { ...update, changes: { ...update.changes, updated_at } })
  const after = await updateAnyPost(trx, before.id, { ...update, publishAt: update.now })
  await update.events?.onPublished(trx, { postId: before.id, publishedAt: update.now, now: update.now })
  return after
}

async function updatePublishedPost(trx: Database, id: string, update: PostUpdate & Timing): Promise<ShownPost> {
  const { publishAt, events, ...rest } = update
  const { now } = update
  const date = typeof publishAt === 'number' ? publishAt : null
  if (date !== null && date > now) {
    throw new AppError('conflict', 'This post is published already, so it cannot be planned for later.', { field: 'publishAt' })
  }
  const before = await getPost(trx, id)
  const after = await updatePost(trx, id, date === null ? rest : { ...rest, changes: { ...rest.changes, created_at: date } })
  const publication = { postId: id, publishedAt: after.created_at, now }
  if (date !== null) await events?.onDateChanged(trx, publication)
  if (isWider(after.audience, before.audience)) await events?.onAudienceWidened(trx, publication)
  return after
}

const isWider = (after: Audience, before: Audience) => AUDIENCES.indexOf(after) < AUDIENCES.indexOf(before)

async function updatePlannedPost(trx: Database, before: PlannedPost, update: PostUpdate & Timing): Promise<ShownPost | PlannedPost> {
  const { changes, now, publishAt, events } = update
  const isNewVersion = isNewText(before, changes)
  if (isNewVersion && update.baseRevision !== undefined && update.baseRevision !== before.revision) throw new AppError('edit_conflict')
  const version = isNewVersion ? { revision: before.revision + 1, editor_id: update.editorId ?? null } : {}
  const slug = changes.title === undefined || changes.title === before.title ? before.slug : slugOf(changes.title)
  if (isNewVersion) await createRevision(trx, before)
  const at = publishAt === 'unchanged' ? before.publish_at : publishAt === 'now' ? now : publishAt
  const after = await changePlannedPost(trx, before.id, { ...changes, ...version, slug, publish_at: at, updated_at: now })
  return at > now ? after : publishNow(trx, after, { now, events })
}

async function publishNow(trx: Database, planned: PlannedPost, { now, events }: Pick<Timing, 'now' | 'events'>): Promise<ShownPost> {
  const published = await publishPlannedPost(trx, planned, now)
  await events?.onPublished(trx, { postId: planned.id, publishedAt: planned.publish_at, now })
  return published
}

/** Call within `writePosts`. @throws not_found; conflict for a planned post, or if too many posts are pinned */
export async function setPinned(trx: Database, id: string, isPinned: boolean): Promise<void> {
  if (await findPlannedPost(trx, id)) throw new AppError('conflict', 'This post is planned. It can be pinned once it is published.')
  const post = await lockPost(trx, id)
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
    .where((eb) => eb('pinned', '=', eb.lit(1)))
    .limit(PINNED_POSTS_MAX)
    .execute()
  return pinned.length < PINNED_POSTS_MAX
}
