import type { Database } from '#server/platform/database/database.ts'

/** Of a slug that a post has or had; null where nothing leads from it. */
export async function findPostOfSlug(db: Database, slug: string): Promise<string | null> {
  const row = await db.selectFrom('post_slugs').select('post_id').where('slug', '=', slug).executeTakeFirst()
  return row?.post_id ?? null
}

/** Every slug that the post has or had. */
export async function listSlugs(db: Database, postId: string): Promise<string[]> {
  const rows = await db.selectFrom('post_slugs').select('slug').where('post_id', '=', postId).orderBy('slug').execute()
  return rows.map((row) => row.slug)
}

/** Whether no other post has or had it. */
export async function isSlugFree(db: Database, { slug, id }: { slug: string; id: string }): Promise<boolean> {
  const taken = await db.selectFrom('post_slugs').select('slug').where('slug', '=', slug).where('post_id', '!=', id).executeTakeFirst()
  return taken === undefined
}

/** Numbers that are looked at in one statement. */
const SLUG_NUMBERS = 10

/**
 * The slug, or where others have had it, with a free number behind it: the first one, unless posts that had
 * smaller ones are gone. However many there are, few are looked at.
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
  // Twice as far each time, then halfway in between.
  while (free - taken > 1) {
    const far = free === Number.MAX_SAFE_INTEGER
    const number = far ? taken * 2 : Math.floor((taken + free) / 2)
    if ((await firstFree([number])) === undefined) taken = number
    else free = number
  }
  return slug(free)
}

/** Leads to the post from now on, unless it leads to another one. */
export async function keepSlug(db: Database, slug: string, postId: string): Promise<void> {
  const row = { slug, post_id: postId }
  // The post may be taking back a slug it had; anyone else's would break the unique key of posts.
  await db
    .insertInto('post_slugs')
    .values(row)
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
