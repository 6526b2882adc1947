import type { Database } from '#platform/database/database.ts'
import { isReadable } from '#site/server/index.ts'

/** Slugs of posts that are published: others yield theirs. */
const selectTaken = (db: Database, exceptPost: string) =>
  db
    .selectFrom('post_slugs')
    .innerJoin('posts', 'posts.id', 'post_slugs.post_id')
    .select('post_slugs.slug')
    .where('post_slugs.post_id', '!=', exceptPost)
    .where(isReadable('admins'))

/** Lists the current and former slugs of the post. */
export async function listSlugs(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_slugs').select('slug').where('post_id', '=', postId).orderBy('slug').execute()
  return rows.map((row) => row.slug)
}

/** Whether no other published post has or had the slug. */
export async function isSlugFree(db: Database, { slug, id }: { slug: string; id: string }): Promise<boolean> {
  return (await selectTaken(db, id).where('post_slugs.slug', '=', slug).executeTakeFirst()) === undefined
}

/** Number of suffixes checked by the first query. */
const SLUG_NUMBERS = 10

/**
 * Returns the slug or, if it is taken, the slug with a free number as suffix. Doubling and bisecting reads few rows, but
 * may skip smaller numbers of deleted posts.
 */
export async function findFreeSlug(db: Database, wanted: { slug: string; postId: string }): Promise<string> {
  const base = wanted.slug
  const slug = (number: number) => (number === 1 ? base : `${base}-${number}`)
  const firstFree = async (numbers: readonly number[]) => {
    const rows = await selectTaken(db, wanted.postId).where('post_slugs.slug', 'in', numbers.map(slug)).execute()
    const taken = new Set(rows.map((row) => row.slug))
    return numbers.find((number) => !taken.has(slug(number)))
  }
  const small = await firstFree(Array.from({ length: SLUG_NUMBERS }, (_, index) => index + 1))
  if (small !== undefined) return slug(small)
  let [taken, free] = [SLUG_NUMBERS, Number.MAX_SAFE_INTEGER]
  while (free - taken > 1) {
    const far = free === Number.MAX_SAFE_INTEGER
    const number = far ? taken * 2 : Math.floor((taken + free) / 2)
    if ((await firstFree([number])) === undefined) taken = number
    else free = number
  }
  return slug(free)
}

/** Assigns a slug to the post, unless it belongs to another post that is published. */
export async function recordSlug(db: Database, slug: string, postId: string): Promise<void> {
  await db
    .insertInto('post_slugs')
    .values({ slug, post_id: postId })
    .onConflict((conflict) =>
      conflict
        .column('slug')
        .doUpdateSet({ post_id: postId })
        .where((eb) =>
          eb.not(eb.exists(eb.selectFrom('posts').select('id').whereRef('id', '=', 'post_slugs.post_id').where(isReadable('admins')))),
        ),
    )
    .execute()
}
