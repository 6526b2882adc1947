import { v7 as newId } from 'uuid'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/limits.ts'
import { getBlogPage } from '#server/features/blog-pages.ts'
import { createPost } from '#server/features/posts/posts.store.ts'
import { sanitizeBody } from '#server/features/posts/sanitize-body.ts'
import { updateBlogPage } from '#server/features/update-blog-page.ts'
import type { DatabaseTransaction } from '#server/platform/database/database.ts'
import type { Samples } from '#server/features/samples/read-samples.ts'

interface Planting {
  readonly authorId: string
  readonly now: number
  readonly publicUrl: string
}

/** Writes the samples with their own dates, counted back from now. */
export async function plantSamples(trx: DatabaseTransaction, samples: Samples, planting: Planting): Promise<void> {
  const postedAt = new Map(samples.posts.map((post) => [post.key, planting.now - post.daysAgo * DAY_MS]))
  const readers = await plantReaders(trx, samples.readers, planting.now)
  const posts = await plantPosts(trx, samples.posts, planting)
  await plantPages(trx, samples.pages, planting)
  for (const comment of samples.comments) {
    const at = (postedAt.get(comment.post) ?? planting.now) + comment.hoursAfterPost * HOUR_MS
    const row = { id: newId(), post_id: lookUp(posts, comment.post), user_id: lookUp(readers, comment.by), content: comment.text }
    await trx
      .insertInto('comments')
      .values({ ...row, created_at: at, updated_at: at })
      .execute()
    if (comment.likedBy.length === 0) continue
    const likes = comment.likedBy.map((name, index) => ({
      comment_id: row.id,
      user_id: lookUp(readers, name),
      created_at: at + (index + 1) * MINUTE_MS,
    }))
    await trx.insertInto('likes').values(likes).execute()
  }
  await plantHearts(trx, samples.comments, { readers, posts, now: planting.now })
}

/** Of everyone who has something to say about a post. */
async function plantHearts(
  trx: DatabaseTransaction,
  comments: Samples['comments'],
  { readers, posts, now }: { readers: ReadonlyMap<string, string>; posts: ReadonlyMap<string, string>; now: number },
): Promise<void> {
  const hearts = comments.map(({ post, by }) => ({ post_id: lookUp(posts, post), user_id: lookUp(readers, by), created_at: now }))
  await trx
    .insertInto('post_likes')
    .values(hearts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Without a password nobody can sign in as them. @returns ids by username */
async function plantReaders(trx: DatabaseTransaction, readers: Samples['readers'], now: number): Promise<Map<string, string>> {
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
async function plantPosts(trx: DatabaseTransaction, posts: Samples['posts'], planting: Planting): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const { key, title, category, daysAgo, content } of posts) {
    const at = planting.now - daysAgo * DAY_MS
    const body = sanitizeBody(content, planting.publicUrl)
    const post = { id: newId(), author_id: planting.authorId, title, category, image_url: null, content: body, audience: 'public' as const }
    await createPost(trx, { ...post, created_at: at, updated_at: at })
    ids.set(key, post.id)
  }
  return ids
}

/** Only where nobody has written yet. */
async function plantPages(trx: DatabaseTransaction, pages: Samples['pages'], { authorId, now, publicUrl }: Planting): Promise<void> {
  for (const { key, title, content } of pages) {
    if ((await getBlogPage(trx, key)).revision > 0) continue
    await updateBlogPage(trx, key, { changes: { title, content: sanitizeBody(content, publicUrl) }, editorId: authorId, now })
  }
}

function lookUp(ids: ReadonlyMap<string, string>, key: string): string {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The samples name '${key}', which is not among them.`)
  return id
}
