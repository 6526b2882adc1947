import { AppError } from '#platform/contract/errors.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#platform/database/database.ts'
import { slugOf } from '#platform/text/slug.ts'
import {
  getPost,
  indexPost,
  isNewText,
  lockPost,
  type NewPostText,
  NO_TEXT,
  type PostRow,
  removeFromIndex,
  type ShownPost,
  type PostTextRow,
} from '#posts/server/index.ts'
import { visibleText } from '#posts/contract/body-text.ts'
import { findFreeSlug, isSlugFree, recordSlug } from './post-slugs.store.ts'
import { createRevision } from './revisions/revisions.store.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { commentsTag, POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#platform/cache/change-feed.ts'

/**
 * Runs a transaction that changes posts, and invalidates what shows them. These are serialised: two new posts of one title
 * must not take the same slug, and of two concurrent updates of one revision the second must fail.
 * @param ids of the existing posts and pages that it changes, deletes or restores
 * @param work calls `onChange` with the id of each other one that it changes
 */
export async function writePosts<T>(
  write: ChangeFeed['write'],
  ids: readonly string[],
  work: (trx: DatabaseTransaction, onChange: (id: string) => void) => Promise<T>,
): Promise<T> {
  try {
    return await write(async (trx, invalidate) => {
      await lockInTransaction(trx, 'post slugs')
      invalidate(POSTS_TAG, ...ids.map(tagOf))
      return work(trx, (id) => invalidate(tagOf(id)))
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'Another post took this title at the same moment. Please try again.')
    throw error
  }
}

/** Comments have the audience of their post; pages are in the menu. */
const tagOf = (id: string) => (isBlogPage(id) ? SITE_TAG : commentsTag(id))

/** The editor defaults to the author. */
export type NewPost = NewPostText &
  Omit<PostRow, keyof PostTextRow | 'slug' | 'revision' | 'editor_id' | 'pinned' | 'comments_open'> &
  Partial<Pick<PostRow, 'revision' | 'editor_id' | 'comments_open'>>
export type PostChanges = Partial<PostTextRow & Pick<PostRow, 'comments_open' | 'audience' | 'created_at' | 'updated_at'>>

/**
 * Writes post, slug and search index; call within a transaction.
 * @param wantedSlug replaces the slug of the title, for a post that already had an address
 */
export async function createPost(trx: Database, post: NewPost, wantedSlug = slugOf(post.title)): Promise<ShownPost> {
  const slug = await findFreeSlug(trx, { slug: wantedSlug, postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ editor_id: post.author_id, ...NO_TEXT, ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  await recordSlug(trx, slug, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
  return getPost(trx, post.id)
}

export interface PostUpdate {
  readonly changes: PostChanges
  readonly now: number
  readonly editorId?: string | null
  /** Revision that the changes are based on, if known. */
  readonly baseRevision?: number | undefined
}

/**
 * Call within a transaction. A new title gives a new slug; the old one redirects. The previous version becomes a revision.
 * A retry after a lost response changes nothing.
 * @throws not_found; edit_conflict if the post's revision is not `baseRevision` and its content differs
 */
export async function updatePost(trx: Database, id: string, update: PostUpdate): Promise<ShownPost> {
  const before = await lockPost(trx, id)
  const after = { ...before, ...update.changes }
  const isNewVersion = isNewText(before, update.changes)
  if (isNewVersion && update.baseRevision !== undefined && update.baseRevision !== before.revision) throw new AppError('edit_conflict')
  const version = isNewVersion ? { revision: before.revision + 1, editor_id: update.editorId ?? null } : {}
  const slug = after.title === before.title ? before.slug : await findFreeSlug(trx, { slug: slugOf(after.title), postId: id })
  if (isNewVersion) await createRevision(trx, before)
  // On SQLite the date is part of the index's key.
  if (after.created_at !== before.created_at) await removeFromIndex(trx, id)
  const { seq } = await trx
    .updateTable('posts')
    .set({ updated_at: update.now, ...update.changes, ...version, slug })
    .where('id', '=', id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  if (slug !== before.slug) await recordSlug(trx, slug, id)
  await indexPost(trx, { seq, title: after.title, text: visibleText(after.content) })
  return getPost(trx, id)
}

/** Call within a transaction. Restores a deleted post, with another slug if its own is taken. */
export async function reinsertPost(trx: Database, post: PostRow, oldSlugs: readonly string[]): Promise<void> {
  const slug = (await isSlugFree(trx, post)) ? post.slug : await findFreeSlug(trx, { slug: slugOf(post.title), postId: post.id })
  const { seq } = await trx
    .insertInto('posts')
    .values({ ...post, slug })
    .returning('seq')
    .executeTakeFirstOrThrow()
  for (const each of new Set([slug, ...oldSlugs])) await recordSlug(trx, each, post.id)
  await indexPost(trx, { seq, title: post.title, text: visibleText(post.content) })
}
