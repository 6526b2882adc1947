import type { Category } from '#platform/contract/categories.ts'
import { CATEGORY_MAX_LENGTH, OWN_CATEGORIES_MAX } from '#platform/contract/limits.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { listOwnCategories } from '#site/server/index.ts'
import { createCategory, findFreeSlug } from '#settings/server/index.ts'
import { announceChanges } from '#platform/cache/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { mapCategory, normalizeName } from './category-of-post.ts'
import type { ImportReport } from '#moving/server/record/report.ts'
import type { SourceEntry } from '#moving/server/record/source.ts'

interface Parts {
  readonly db: Database
  readonly report: ImportReport
  readonly now: () => number
  readonly isDryRun: boolean
}

interface Wanted {
  readonly name: string
  posts: number
}

/**
 * Creates categories from categories and tags of the old blog, for posts without a known category: the most used first,
 * at most `OWN_CATEGORIES_MAX`. @returns slugs by normalized names
 */
export async function importLabels(
  parts: Parts,
  entries: readonly SourceEntry[],
  categories: ReadonlyMap<string, Category>,
): Promise<ReadonlyMap<string, Category>> {
  const { db, report, isDryRun } = parts
  const made = new Map<string, Category>()
  const wanted = countNames(entries, categories)
  if (wanted.length === 0) return made
  let room = OWN_CATEGORIES_MAX - (await listOwnCategories(db, {})).length
  for (const { name, posts } of wanted) {
    const why = name.length > CATEGORY_MAX_LENGTH ? 'its name is too long' : room <= 0 ? `there are ${OWN_CATEGORIES_MAX} by now` : null
    if (why !== null) {
      report.add('category', `${name}, of ${posts} ${posts === 1 ? 'post' : 'posts'}: ${why}`)
      continue
    }
    made.set(normalizeName(name), isDryRun ? normalizeName(name) : await create(parts, name))
    report.counts.settings += 1
    room -= 1
  }
  return made
}

/** Counts the first label of each post without a known category; the most used first. */
function countNames(entries: readonly SourceEntry[], categories: ReadonlyMap<string, Category>): Wanted[] {
  const names = new Map<string, Wanted>()
  for (const { labels } of entries) {
    if (labels === undefined || mapCategory(labels.categories, categories) !== undefined) continue
    const name = labels.names.map(cleanName).find((label) => label !== '' && label.toLowerCase() !== 'uncategorized')
    if (name === undefined) continue
    const known = names.get(normalizeName(name)) ?? { name, posts: 0 }
    names.set(normalizeName(name), known)
    known.posts += 1
  }
  return [...names.values()].toSorted((a, b) => b.posts - a.posts)
}

const cleanName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

async function create({ db, now }: Parts, name: string): Promise<Category> {
  return db.transaction().execute(async (trx) => {
    await lockInTransaction(trx, 'post slugs')
    const slug = await findFreeSlug(trx, name)
    await createCategory(trx, { slug, name, created_at: now() })
    await announceChanges(trx, [SITE_TAG], now())
    return slug
  })
}
