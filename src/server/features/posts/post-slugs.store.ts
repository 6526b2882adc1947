import type { Database } from '#server/platform/database/database.ts'

/** The post that has or had a slug; null if there is none. */
export async function findPostOfSlug(db: Database, slug: string): Promise<string | null> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst()
  return row?.post_id ?? null
}

/** Current and former slugs of the post. */
export async function listSlugs(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_slugs').select('slug').where('post_id', '=', postId).orderBy('slug').execute()
  return rows.map((row) => row.slug)
}

/** True if no other post has or had it. */
export async function isSlugFree(db: Database, { slug, id }: { slug: string; id: string }): Promise<boolean> {
  const taken = await db.selectFrom('post_slugs').select('slug').where('slug', '=', slug).where('post_id', '!=', id).executeTakeFirst()
  return taken === undefined
}

/** Numbers checked by one statement. */
const SLUG_NUMBERS = 10

/**
 * The slug itself or, if it is taken, with a free number as suffix. A search by doubling and halving reads few rows; it
 * may skip smaller numbers that were freed by deleted posts.
 */
export async function findFreeSlug(db: Database, wanted: { slug: string; postId: string }): Promise<string> {
  const base = wanted.slug
  const slug = (number: number) => (number === 1 ? base : `${base}-${number}`)
  const firstFree = async (numbers: readonly number[]) => {
    const rows = await db
      .selectFrom('post_slugs')
      .select('slug')
      .where('slug', 'in', numbers.map(slug))
      .where('post_id', '!=', wanted.postId)
      .execute()
    const taken = new Set(rows.map((row) => row.slug))
    return numbers.find((number) => !taken.has(slug(number)))
  }
  const small = await firstFree(Array.from({ length: SLUG_NUMBERS }, (_, index) => index + 1))
  if (small !== undefined) return slug(small)
  let [taken, free] = [SLUG_NUMBERS, Number.MAX_SAFE_INTEGER]
  // Doubles until free, then bisects.
  while (free - taken > 1) {
    const far = free === Number.MAX_SAFE_INTEGER
    const number = far ? taken * 2 : Math.floor((taken + free) / 2)
    if ((await firstFree([number])) === undefined) taken = number
    else free = number
  }
  return slug(free)
}

/** Assigns a slug to the post, unless it belongs to another one. */
export async function keepSlug(db: Database, slug: string, postId: string): Promise<void> {
  const row = { slug, post_id: postId }
  // The post may take back a former slug; one of another post would violate the unique key.
  await db
    .insertInto('post_slugs')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
