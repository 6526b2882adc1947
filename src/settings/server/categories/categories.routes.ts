import { CATEGORIES, categoryLabel, type CategoryNames, isFixedCategory, NO_CATEGORY_NAMES } from '#site/contract/category-names.ts'
import type { categoryEndpoints, ListedCategory } from '#site/contract/categories.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { POSTS_TAG, SITE_TAG } from '#platform/cache/cache-tags.ts'
import {
  findOwnCategory,
  hiddenName,
  listCategoryNames,
  readStoredSettings,
  renamedName,
  storeSettings,
  toHiddenCategories,
} from '#site/server/index.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { countAllUses, countUses, createCategory, findFreeSlug, requireFreeName, requireUnused } from './categories.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
}

/** Fixed categories, and those that the family has added. */
export function categoryRoutes({ db, now }: Dependencies): Handlers<typeof categoryEndpoints> {
  return {
    async listCategories() {
      return { categories: await listCategories(db) }
    },

    async createCategory({ body: { name, slug: wanted }, write }) {
      return writeCategories(write, async (trx) => {
        await requireFreeName(trx, name)
        const slug = wanted ?? (await findFreeSlug(trx, name))
        await createCategory(trx, { slug, name, created_at: now() })
        return getCategory(trx, slug)
      })
    },

    async updateCategory({ params: { category }, body, write }) {
      return writeCategories(write, async (trx) => {
        const { isOwn } = await getCategory(trx, category)
        if (body.name !== undefined) await rename(trx, { category, isOwn, name: body.name })
        if (body.isHidden !== undefined) await hide(trx, { category, isOwn, isHidden: body.isHidden })
        return getCategory(trx, category)
      })
    },

    async deleteCategory({ params: { category }, write }) {
      await writeCategories(write, async (trx) => {
        const { isOwn } = await getCategory(trx, category)
        if (!isOwn) throw new AppError('conflict', 'Every blog has this category. You can hide it from the forms instead.')
        await requireUnused(trx, category)
        await trx.deleteFrom('categories').where('slug', '=', category).execute()
      })
      return { success: true, message: 'The category has been deleted.' }
    },
  }
}

/** Writes of posts take the same lock, so that no post can start to use a category that is being deleted. */
const writeCategories = <T>(write: ChangeFeed['write'], work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> =>
  write(async (trx, invalidate) => {
    await lockInTransaction(trx, 'post slugs')
    invalidate(SITE_TAG, POSTS_TAG)
    return work(trx)
  })

async function rename(trx: Database, { category, isOwn, name }: { category: string; isOwn: boolean; name: string }): Promise<void> {
  if (category === 'uncategorized') throw new AppError('bad_request', 'Posts without a category have no name for it.', { field: 'name' })
  await requireFreeName(trx, name, category)
  if (isOwn) await trx.updateTable('categories').set({ name }).where('slug', '=', category).execute()
  else await storeSettings(trx, { [renamedName(category)]: name === firstName(category) ? null : name })
}

async function hide(trx: Database, { category, isOwn, isHidden }: { category: string; isOwn: boolean; isHidden: boolean }): Promise<void> {
  if (isOwn || category === 'uncategorized') {
    throw new AppError('bad_request', 'Only the categories of every blog can be hidden.', { field: 'isHidden' })
  }
  if (isHidden) await requireUnused(trx, category)
  await storeSettings(trx, { [hiddenName(category)]: isHidden })
}

/** Lists fixed categories first. */
async function listCategories(db: Database): Promise<ListedCategory[]> {
  const [{ names, hidden }, uses] = await Promise.all([readCategories(db), countAllUses(db)])
  const fixed = CATEGORIES.filter((slug) => slug !== 'uncategorized').map((slug) => toFixed(slug, { names, hidden }))
  const all = [...fixed, ...names.own.map((category) => ({ ...category, isOwn: true, isHidden: false }))]
  return all.map((category) => ({ ...category, uses: uses.get(category.slug) ?? 0 }))
}

/** @throws not_found */
async function getCategory(db: Database, slug: string): Promise<ListedCategory> {
  const uses = await countUses(db, slug)
  if (isFixedCategory(slug)) return { ...toFixed(slug, await readCategories(db)), uses }
  const own = await findOwnCategory(db, slug)
  if (!own) throw new AppError('not_found', 'This category is no longer there.')
  return { slug: own.slug, name: own.name, isOwn: true, isHidden: false, uses }
}

interface ChosenCategories {
  readonly names: CategoryNames
  /** Slugs of fixed ones, also of those that posts use. */
  readonly hidden: readonly string[]
}

async function readCategories(db: Database): Promise<ChosenCategories> {
  const stored = await readStoredSettings(db)
  return { names: await listCategoryNames(db, stored), hidden: toHiddenCategories(stored) }
}

const firstName = (slug: string) => categoryLabel(slug, NO_CATEGORY_NAMES)

const toFixed = (slug: string, { names, hidden }: ChosenCategories) => ({
  slug,
  name: categoryLabel(slug, names),
  isOwn: false,
  isHidden: hidden.includes(slug),
})
