import { slugOf } from '#posts/server/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { CATEGORIES, categoryLabel, NO_CATEGORY_NAMES } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import { CATEGORY_MAX_LENGTH, OWN_CATEGORIES_MAX } from '#site/contract/site-limits.ts'
import {
  isCategory,
  isAtDesk,
  isReadable,
  listCategoryNames,
  listOwnCategories,
  type OwnCategory,
  readStoredSettings,
} from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { plural } from '#platform/contract/plural.ts'

/** SQL that counts posts of a category in any state; one that has it in an unpublished change alone counts, too. */
const usesOf = (category: RawBuilder<unknown>) => {
  const count = (table: string, condition: RawBuilder<unknown>) =>
    sql`(select count(*) from ${sql.table(table)} where category = ${category} and ${condition})`
  const hasItAlready = sql`select 1 from posts where posts.id = post_edits.post_id and coalesce(posts.category, '') = post_edits.category and ${isAtDesk()}`
  const changed = count('post_edits', sql`is_empty = 0 and not exists (${hasItAlready})`)
  const hidden = count('posts', sql`posts.state <> 'published'`)
  return sql<number>`${count('posts', isReadable('admins'))} + ${hidden} + ${changed}`
}

const findUses = prepareQuery<{ category: string }, { uses: number }>(
  (_, value) => sql<{ uses: number }>`select ${usesOf(sql`${value('category')}`)} as uses`,
)

export async function countUses(db: Database, category: string): Promise<number> {
  const [row] = await findUses(db, { category })
  return row?.uses ?? 0
}

const findAllUses = prepareQuery<object, { slug: string; uses: number }>(() => {
  const fixed = CATEGORIES.map((slug) => sql`select ${sql.lit(slug)} as slug`)
  const all = sql`${sql.join(fixed, sql` union all `)} union all select slug from categories`
  return sql<{ slug: string; uses: number }>`with found as (${all}) select slug, ${usesOf(sql`found.slug`)} as uses from found`
})

/** Counts the uses of every category, by slug. */
export const countAllUses = async (db: Database): Promise<Map<string, number>> =>
  new Map((await findAllUses(db, {})).map(({ slug, uses }) => [slug, uses]))

/** Call within a transaction that holds the lock of posts. @throws conflict */
export async function requireUnused(trx: Database, category: string): Promise<void> {
  const uses = await countUses(trx, category)
  if (uses === 0) return
  const others = 'Please choose another one there first; unpublished texts and the trash count, too.'
  throw new AppError('conflict', `${plural(uses, '1 post uses', 'posts use')} this category. ${others}`)
}

const normalize = (name: string) => name.normalize('NFKC').toLowerCase()
export const isSameName = (one: string, other: string): boolean => normalize(one) === normalize(other)

/**
 * The first names of renamed categories stay taken, so that each can have its own back.
 * @param except the slug of the category that is renamed
 * @throws conflict
 */
export async function requireFreeName(trx: Database, name: string, except?: string): Promise<void> {
  const { own, renamed } = await listCategoryNames(trx, await readStoredSettings(trx))
  const fixed = CATEGORIES.map((slug) => ({ slug, name: categoryLabel(slug, NO_CATEGORY_NAMES) }))
  const taken = [...own, ...renamed, ...fixed].filter(({ slug }) => slug !== except)
  if (!taken.some((category) => isSameName(category.name, name))) return
  throw new AppError('conflict', 'There is a category of this name already.', { field: 'name' })
}

/** Call within a transaction that holds the lock of posts. @throws conflict */
export async function createCategory(trx: Database, category: OwnCategory & { readonly created_at: number }): Promise<void> {
  if ((await listOwnCategories(trx, {})).length >= OWN_CATEGORIES_MAX) {
    throw new AppError('conflict', `A blog can have at most ${OWN_CATEGORIES_MAX} categories of its own.`)
  }
  if (await isCategory(trx, category.slug)) {
    throw new AppError('conflict', 'Another category has this address already.', { field: 'slug' })
  }
  await trx.insertInto('categories').values(category).execute()
}

/** Derives a slug from the name, with a number appended if it is taken. */
export async function findFreeSlug(trx: Database, name: string): Promise<string> {
  const slug = cut(slugOf(name), CATEGORY_MAX_LENGTH)
  if (!(await isCategory(trx, slug))) return slug
  for (let number = 2; ; number += 1) {
    const numbered = `${cut(slug, CATEGORY_MAX_LENGTH - 4)}-${number}`
    if (!(await isCategory(trx, numbered))) return numbered
  }
}

const cut = (slug: string, length: number) => slug.slice(0, length).replace(/-$/, '')
