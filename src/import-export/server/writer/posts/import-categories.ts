import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourceBlog } from '#import-export/server/record/source.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { isFixedCategory } from '#site/contract/category-names.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { countUses, createCategory, isSameName, requireFreeName } from '#settings/server/index.ts'
import { createCategory as createCategoryEndpoint } from '#site/contract/categories.endpoints.ts'
import {
  hiddenName,
  isCategory,
  listCategoryNames,
  type OwnCategory,
  readStoredSettings,
  renamedName,
  storeSettings,
} from '#site/server/index.ts'

interface Parts {
  readonly db: Database
  readonly report: ImportReport
  readonly now: () => number
}

const CATEGORY = createCategoryEndpoint.body.required()

/** Takes over the categories of a Kindred blog, before the posts that use them. @returns slugs in Kindred by slugs of the old blog */
export async function importCategories(parts: Parts, blog: SourceBlog | undefined): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  if (!blog?.settings) return known
  const { own, renamed, hidden } = blog.settings.categories
  for (const given of own) {
    const { success, data, error } = CATEGORY.safeParse(given)
    if (success) known.set(data.slug, await importCategory(parts, data))
    else parts.report.fail('setting', 'blog.yml, categories', error.issues[0]?.message ?? '')
  }
  for (const given of renamed) await renameFixed(parts, given)
  for (const slug of hidden.map(String).filter(isChangeable))
    if ((await countUses(parts.db, slug)) === 0) await write(parts, slug, (trx) => storeSettings(trx, { [hiddenName(slug)]: true }))
  return known
}

const isChangeable = (slug: string) => isFixedCategory(slug) && slug !== 'uncategorized'

/** @returns whether it was written; a category that the blog refuses is reported */
async function write({ db, report, now }: Parts, name: string, work: (trx: Database) => Promise<unknown>): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'post slugs')
      await work(trx)
      await announceChanges(trx, [SITE_TAG], now())
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    report.fail('setting', `the category ${name}`, error.message)
    return false
  }
}

/** @returns the slug of an existing category with the same name, or that of the created one */
async function importCategory(parts: Parts, category: OwnCategory): Promise<string> {
  const { db, report, now } = parts
  if (await isCategory(db, category.slug)) return category.slug
  const { own, renamed } = await listCategoryNames(db, await readStoredSettings(db))
  const same = [...own, ...renamed].find(({ name }) => isSameName(name, category.name))
  if (same) return same.slug
  const isWritten = await write(parts, category.name, (trx) => createCategory(trx, { ...category, created_at: now() }))
  if (isWritten) report.counts.settings += 1
  return isWritten ? category.slug : 'uncategorized'
}

/** Takes the name that the old blog gave to a category of every blog, unless this one has given it another. */
async function renameFixed(parts: Parts, given: unknown): Promise<void> {
  const { success, data } = CATEGORY.safeParse(given)
  if (!success || !isChangeable(data.slug)) return
  const { slug, name } = data
  const { renamed } = await listCategoryNames(parts.db, await readStoredSettings(parts.db))
  if (renamed.some((category) => category.slug === slug)) return
  const isWritten = await write(parts, name, async (trx) => {
    await requireFreeName(trx, name, slug)
    await storeSettings(trx, { [renamedName(slug)]: name })
  })
  if (isWritten) parts.report.counts.settings += 1
}
