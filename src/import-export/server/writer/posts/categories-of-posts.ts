import { CATEGORIES, type Category } from '#site/contract/category-names.ts'
import { CATEGORY_MAX_LENGTH, OWN_CATEGORIES_MAX } from '#site/contract/site-limits.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { SITE_TAG } from '#platform/cache/cache-tags.ts'
import { announceChanges } from '#platform/database/change-feed.ts'
import { type Database, lockInTransaction } from '#platform/database/database.ts'
import { plural } from '#platform/contract/plural.ts'
import { createCategory, findFreeSlug } from '#settings/server/index.ts'
import { listCategoryNames, listOwnCategories, readStoredSettings } from '#site/server/index.ts'
import type { Run } from '#import-export/server/writer/import-run.ts'
import type { ImportReport } from '#import-export/server/record/report.ts'
import type { SourceEntry, SourcePost } from '#import-export/server/record/source.ts'

type Mapping = ReadonlyMap<string, Category>
type Labelled = Pick<SourcePost, 'categories' | 'tags'>

/** The post's category by name, else one that the import has added for it. */
export const categoryOf = ({ categories, labels }: Pick<Run, 'categories' | 'labels'>, post: Labelled): Category =>
  mapCategory(post.categories, categories) ?? mapCategory([...post.categories, ...(post.tags ?? [])], labels) ?? 'uncategorized'

/** The text with the name of a category for which there was no room, so that the search finds it. */
export function withLostCategory(run: Pick<Run, 'categories' | 'labels'>, post: Labelled & Pick<SourcePost, 'html'>): string {
  const [name = ''] = post.categories
  const isLost = cleanName(name) !== '' && !isNoCategory(name) && categoryOf(run, post) === 'uncategorized'
  return isLost ? `${post.html}<p>${escapeHtml(cleanName(name))}</p>` : post.html
}

/** Reports the post's notes, without the tag that became its category. */
export function reportNotes(run: Pick<Run, 'report' | 'categories' | 'labels'>, post: SourcePost, title: string): void {
  const category = categoryOf(run, post)
  for (const { kind, detail } of post.notes) {
    const name = kind === 'tags' ? detail.replace(/^\w+ /, '') : ''
    const isItsCategory = category !== 'uncategorized' && categoryOf(run, { categories: [name] }) === category
    if (!isItsCategory) run.report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  }
}

const normalizeName = (name: string) => name.normalize('NFKC').trim().toLowerCase()
const isNoCategory = (name: string) => normalizeName(name) === 'uncategorized'

/** @returns the category of the first name that `mapping` has */
export function mapCategory(names: readonly string[], mapping: Mapping): Category | undefined {
  return names.map((name) => mapping.get(normalizeName(name))).find((category) => category !== undefined)
}

/** Categories of this blog by normalized name and by slug. */
export async function listCategories(db: Database): Promise<Map<string, Category>> {
  const { own, renamed } = await listCategoryNames(db, await readStoredSettings(db))
  const known = [...CATEGORIES.filter((category) => category !== 'uncategorized'), ...own.map(({ slug }) => slug)]
  return new Map([
    ...known.map((slug) => [slug, slug] as const),
    ...[...renamed, ...own].map(({ slug, name }) => [normalizeName(name), slug] as const),
  ])
}

interface Wanted {
  readonly name: string
  readonly isCategory: boolean
  posts: number
}

/**
 * Categories and tags of the old blog that become categories here, for posts without a known one: the most used first, at
 * most `OWN_CATEGORIES_MAX`. Reports the categories for which there is no room. @returns names
 */
export async function planLabels(
  { db, report }: { readonly db: Database; readonly report: ImportReport },
  entries: readonly SourceEntry[],
  categories: Mapping,
): Promise<readonly string[]> {
  const room = OWN_CATEGORIES_MAX - (await listOwnCategories(db, {})).length
  const wanted = countNames(entries, categories)
  const made = wanted.filter(({ name }) => name.length <= CATEGORY_MAX_LENGTH).slice(0, Math.max(0, room))
  for (const each of wanted) {
    const why = each.name.length > CATEGORY_MAX_LENGTH ? 'its name is too long' : `there are ${OWN_CATEGORIES_MAX} by now`
    if (each.isCategory && !made.includes(each)) report.add('category', `${each.name}, of ${plural(each.posts, '1 post', 'posts')}: ${why}`)
  }
  return made.map(({ name }) => name)
}

/** Counts the first label of each post without a known category; the most used first. */
function countNames(entries: readonly SourceEntry[], categories: Mapping): Wanted[] {
  const names = new Map<string, Wanted>()
  for (const { labels } of entries) {
    if (labels === undefined || mapCategory(labels.categories, categories) !== undefined) continue
    const name = labels.names.map(cleanName).find((label) => label !== '' && !isNoCategory(label))
    if (name === undefined) continue
    const isCategory = labels.categories.some((category) => cleanName(category) === name)
    const known = names.get(normalizeName(name)) ?? { name, isCategory, posts: 0 }
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

/** What {@link createLabels} returns, where nothing is created. */
export const toLabels = (names: readonly string[]): Mapping => new Map(names.map((name) => [normalizeName(name), name]))

/** @returns slugs by normalized names */
export async function createLabels(db: Database, names: readonly string[], now: () => number): Promise<Mapping> {
  const made = new Map<string, Category>()
  for (const name of names) {
    await db.transaction().execute(async (trx) => {
      await lockInTransaction(trx, 'post slugs')
      const slug = await findFreeSlug(trx, name)
      await createCategory(trx, { slug, name, created_at: now() })
      await announceChanges(trx, [SITE_TAG], now())
      made.set(normalizeName(name), slug)
    })
  }
  return made
}
