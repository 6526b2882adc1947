import { v7 as newId } from 'uuid'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/contract/limits.ts'
import { getBlogPage } from '#site/server/index.ts'
import { sanitizeBody, updateBlogPage, createPost } from '#writing/server/index.ts'
import type { DatabaseTransaction } from '#platform/database/database.ts'
import type { Samples } from './read-samples.ts'

interface SampleContext {
  readonly authorId: string
  readonly now: number
  readonly publicUrl: string
}

/** Inserts the samples, with dates relative to now. */
export async function insertSamples(trx: DatabaseTransaction, samples: Samples, context: SampleContext): Promise<void> {
  const postedAt = new Map(samples.posts.map((post) => [post.key, context.now - post.daysAgo * DAY_MS]))
  const readers = await insertReaders(trx, samples.readers, context.now)
  const posts = await insertPosts(trx, samples.posts, context)
  await insertPages(trx, samples.pages, context)
  for (const comment of samples.comments) {
    const at = (postedAt.get(comment.post) ?? context.now) + comment.hoursAfterPost * HOUR_MS
    const row = { id: newId(), post_id: getId(posts, comment.post), user_id: getId(readers, comment.by), content: comment.text }
    await trx
      .insertInto('comments')
      .values({ ...row, state: 'shown', created_at: at, updated_at: at })
      .execute()
    if (comment.likedBy.length === 0) continue
    const likes = comment.likedBy.map((name, index) => ({
      comment_id: row.id,
      user_id: getId(readers, name),
      created_at: at + (index + 1) * MINUTE_MS,
    }))
    await trx.insertInto('likes').values(likes).execute()
  }
  await insertHearts(trx, samples.comments, { readers, posts, now: context.now })
}

/** Inserts a heart of every reader who comments on a post. */
async function insertHearts(
  trx: DatabaseTransaction,
  comments: Samples['comments'],
  { readers, posts, now }: { readers: ReadonlyMap<string, string>; posts: ReadonlyMap<string, string>; now: number },
): Promise<void> {
  const hearts = comments.map(({ post, by }) => ({ post_id: getId(posts, post), user_id: getId(readers, by), created_at: now }))
  await trx
    .insertInto('post_likes')
    .values(hearts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts readers without a password, so that no one can sign in as them. @returns ids by username */
async function insertReaders(trx: DatabaseTransaction, readers: Samples['readers'], now: number): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { username, joinedDaysAgo } of readers) {
    const id = newId()
    const at = now - joinedDaysAgo * DAY_MS
    const user = { id, username, email: `${username}@example.org`, password_hash: null, picture_url: null, is_admin: 0 as const }
    await trx
      .insertInto('users')
      .values({ ...user, created_at: at, updated_at: at })
      .execute()
    ids.set(username, id)
  }
  return ids
}

/** @returns ids by key */
async function insertPosts(trx: DatabaseTransaction, posts: Samples['posts'], context: SampleContext): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, title, category, daysAgo, content } of posts) {
    const at = context.now - daysAgo * DAY_MS
    const body = sanitizeBody(content, context.publicUrl)
    const post = { id: newId(), author_id: context.authorId, title, category, image_url: null, content: body, audience: 'public' as const }
    await createPost(trx, { ...post, created_at: at, updated_at: at })
    ids.set(key, post.id)
  }
  return ids
}

/** Inserts pages that no one has written yet. */
async function insertPages(trx: DatabaseTransaction, pages: Samples['pages'], { authorId, now, publicUrl }: SampleContext): Promise<void> {
  for (const { key, title, content } of pages) {
    if ((await getBlogPage(trx, key)).revision > 0) continue
    await updateBlogPage(trx, key, { changes: { title, content: sanitizeBody(content, publicUrl) }, editorId: authorId, now })
  }
}

function getId(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The samples name '${key}', which is not among them.`)
  return id
}
