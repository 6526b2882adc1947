import type { Audience } from '#platform/contract/audiences.ts'
import { type BlogCategories, CATEGORIES, type Category, type CategoryNames, isFixedCategory } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import { OWN_CATEGORIES_MAX } from '#site/contract/site-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'
import { forEachAudience, isReadable } from './readable.ts'
import type { StoredSettings } from './stored-settings.ts'

export interface OwnCategory {
  readonly slug: string
  readonly name: string
}

/** In the order in which they were added. */
export const listOwnCategories = prepareQuery<object, OwnCategory>((db) =>
  db.selectFrom('categories').select(['slug', 'name']).orderBy('created_at').orderBy('slug').limit(OWN_CATEGORIES_MAX),
)

export async function findOwnCategory(db: Database, slug: string): Promise<OwnCategory | undefined> {
  return db.selectFrom('categories').select(['slug', 'name']).where('slug', '=', slug).executeTakeFirst()
}

export const isCategory = async (db: Database, slug: string): Promise<boolean> =>
  isFixedCategory(slug) || (await findOwnCategory(db, slug)) !== undefined

/** Call within a transaction that holds the lock of posts, so that the category cannot be deleted meanwhile. @throws bad_request */
export async function requireCategory(trx: Database, slug: Category | undefined): Promise<void> {
  if (slug === undefined || (await isCategory(trx, slug))) return
  throw new AppError('bad_request', 'Please choose one of the categories.', { field: 'category' })
}

/** Names of the settings of a fixed category. Each category has its own, so that concurrent changes do not collide. */
export const hiddenName = (slug: string) => `category.hidden.${slug}`
export const renamedName = (slug: string) => `category.name.${slug}`

export const toHiddenCategories = (stored: StoredSettings): string[] => CATEGORIES.filter((slug) => stored[hiddenName(slug)] === true)

export const toRenamedCategories = (stored: StoredSettings): OwnCategory[] =>
  CATEGORIES.flatMap((slug) => {
    const name = stored[renamedName(slug)]
    return typeof name === 'string' ? [{ slug, name }] : []
  })

/** Names that the family chose. Own categories are public, even if only restricted posts use them (decision 37). */
export async function listCategoryNames(db: Database, stored: StoredSettings): Promise<CategoryNames> {
  const own = await listOwnCategories(db, {})
  return { own: own.map(({ slug, name }) => ({ slug, name })), renamed: toRenamedCategories(stored) }
}

const POST_OF = forEachAudience((audience) =>
  prepareQuery<{ category: string }, { id: string }>((db, value) =>
    db.selectFrom('posts').select('id').where('category', '=', value('category')).where(isReadable(audience)).limit(1),
  ),
)

/**
 * Categories as pages show them. A hidden category is offered again once a post that this audience may read uses it, from
 * a plain client or an import.
 */
export async function toBlogCategories(db: Database, stored: StoredSettings, audience: Audience): Promise<BlogCategories> {
  const hidden = toHiddenCategories(stored)
  const [names, ...posts] = await Promise.all([
    listCategoryNames(db, stored),
    ...hidden.map((category) => POST_OF[audience](db, { category })),
  ])
  return { ...names, hidden: hidden.filter((_, index) => posts[index]?.length === 0) }
}
