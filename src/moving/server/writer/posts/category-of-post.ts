import { CATEGORIES, type Category } from '#platform/contract/categories.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import type { SourcePost } from '#moving/server/record/source.ts'
import { AppError } from '#platform/contract/errors.ts'
import { listCategoryNames, readStoredSettings } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

type Labelled = Pick<SourcePost, 'categories' | 'tags'>

/** Finds the post's category by name or mapping, else by `labels`. Reports an unknown category. */
export function categoryOf(run: Pick<Run, 'report' | 'categories' | 'labels'>, post: Labelled): Category {
  const { report, categories } = run
  const [name = ''] = post.categories
  const label = mapCategory(post.categories, categories) === undefined ? labelOf(run, post) : undefined
  const category = mapCategory(post.categories, categories) ?? label?.category
  if (name !== '' && name.toLowerCase() !== 'uncategorized') {
    report.addCategory(name, category ?? null)
    if (category === undefined) report.add('category', name)
  } else if (label) report.addCategory(label.name, label.category)
  return category ?? 'uncategorized'
}

/** The first category or tag of the post for which `importLabels` created a category. */
function labelOf({ labels }: Pick<Run, 'labels'>, { categories, tags = [] }: Labelled): { name: string; category: Category } | undefined {
  for (const name of [...categories, ...tags]) {
    const category = mapCategory([name], labels)
    if (category !== undefined) return { name, category }
  }
  return undefined
}

/** Reports the post's notes, without the tag that became its category. */
export function reportNotes(run: Run, post: SourcePost, title: string): void {
  const label = mapCategory(post.categories, run.categories) === undefined ? labelOf(run, post) : undefined
  for (const { kind, detail } of post.notes) {
    if (kind === 'tags' && label !== undefined && detail === `tag ${label.name}`) continue
    run.report.add(kind, kind === 'tags' || kind === 'comment' ? detail : `${title}: ${detail}`)
  }
}

export const normalizeName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** @returns the category of the first name that `mapping` has */
export function mapCategory(names: readonly string[], mapping: ReadonlyMap<string, Category>): Category | undefined {
  return names.map((name) => mapping.get(normalizeName(name))).find((category) => category !== undefined)
}

/** Categories by normalized name and by slug. Names that the operator mapped take precedence. @throws bad_request for an unknown category */
export async function openCategoryMapping(db: Database, mapped: ReadonlyMap<string, string>): Promise<Map<string, Category>> {
  const { own, renamed } = await listCategoryNames(db, await readStoredSettings(db))
  const known = [...CATEGORIES.filter((category) => category !== 'uncategorized'), ...own.map(({ slug }) => slug)]
  for (const [name, category] of mapped) {
    if (category === 'uncategorized' || known.includes(category)) continue
    const choices = ['uncategorized', ...known].join(', ')
    throw new AppError(
      'bad_request',
      `--category must be like 'Hospital days=medical', with one of ${choices}; it is '${name}=${category}'.`,
    )
  }
  return new Map([
    ...known.map((slug) => [slug, slug] as const),
    ...[...renamed, ...own].map(({ slug, name }) => [normalizeName(name), slug] as const),
    ...mapped,
  ])
}

/** Parses `Hospital days=medical` from the command line. Does not check whether the category exists. @throws bad_request */
export function readCategoryMapping(texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.lastIndexOf('=')
      if (at < 1) throw new AppError('bad_request', `--category must be like 'Hospital days=medical'; it is '${text}'.`)
      return [normalizeName(text.slice(0, at)), normalizeName(text.slice(at + 1))]
    }),
  )
}
