import { createCategory as createCategoryEndpoint } from '#site/contract/categories.endpoints.ts'
import { isFixedCategory } from '#platform/contract/categories.ts'
import { AppError } from '#platform/contract/errors.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import {
  hiddenName,
  isCategory,
  listCategoryNames,
  type OwnCategory,
  readStoredSettings,
  renamedName,
  storeSettings,
} from '#site/server/index.ts'
import { countUses, createCategory, isSameName, requireFreeName } from '#settings/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceBlog } from '#moving/server/record/source.ts'

interface Parts {
  readonly db: Database
  readonly report: ImportReport
  readonly now: () => number
}

const CATEGORY = createCategoryEndpoint.body.required()

/** Creates missing categories, before the posts that use them. @returns slugs in Kindred by slugs of the old blog */
export async function importCategories(parts: Parts, blog: SourceBlog | undefined): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>()
  const categories = blog?.settings?.categories
  if (categories === undefined) return known
  for (const given of categories.own) {
    const { success, data, error } = CATEGORY.safeParse(given)
    if (success) known.set(data.slug, await importCategory(parts, data))
    else parts.report.fail('setting', 'blog.yml, categories', error.issues[0]?.message ?? '')
  }
  for (const given of categories.renamed) await renameFixed(parts, given)
  for (const slug of categories.hidden) await hideUnused(parts, String(slug))
  return known
}

/** @returns the slug of an existing category with the same name, or that of the created one */
async function importCategory({ db, report, now }: Parts, category: OwnCategory): Promise<string> {
  if (await isCategory(db, category.slug)) return category.slug
  const { own, renamed } = await listCategoryNames(db, await readStoredSettings(db))
  const same = [...own, ...renamed].find(({ name }) => isSameName(name, category.name))
  if (same) return same.slug
  try {
    await db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'post slugs')
      await createCategory(trx, { ...category, created_at: now() })
      await announceChanges(trx, [SITE_TAG], now())
    })
    report.counts.settings += 1
    return category.slug
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    report.fail('setting', `the category ${category.name}`, error.message)
    return 'uncategorized'
  }
}

/** Takes the name that the old blog gave to a category of every blog, unless this one has given it another. */
async function renameFixed({ db, report, now }: Parts, given: unknown): Promise<void> {
  const { success, data } = CATEGORY.safeParse(given)
  if (!success || !isFixedCategory(data.slug) || data.slug === 'uncategorized') return
  const { slug, name } = data
  const { renamed } = await listCategoryNames(db, await readStoredSettings(db))
  if (renamed.some((category) => category.slug === slug)) return
  try {
    await requireFreeName(db, name, slug)
    await db.transaction().execute(async (trx) => {
      await storeSettings(trx, { [renamedName(slug)]: name })
      await announceChanges(trx, [SITE_TAG], now())
    })
    report.counts.settings += 1
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    report.fail('setting', `the category ${name}`, error.message)
  }
}

async function hideUnused({ db, now }: Parts, slug: string): Promise<void> {
  if (!isFixedCategory(slug) || slug === 'uncategorized' || (await countUses(db, slug)) > 0) return
  await db.transaction().execute(async (trx) => {
    await storeSettings(trx, { [hiddenName(slug)]: true })
    await announceChanges(trx, [SITE_TAG], now())
  })
}
