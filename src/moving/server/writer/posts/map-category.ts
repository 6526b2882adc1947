import { CATEGORIES, type Category } from '#platform/contract/categories.ts'
import { AppError } from '#platform/contract/errors.ts'
import { listOwnCategories } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'

export const normalizeName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** @returns the category of the first name that `mapping` has */
export function mapCategory(names: readonly string[], mapping: ReadonlyMap<string, Category>): Category | undefined {
  return names.map((name) => mapping.get(normalizeName(name))).find((category) => category !== undefined)
}

/** Categories by normalized name and by slug. Names that the operator mapped take precedence. @throws bad_request for an unknown category */
export async function openCategoryMapping(db: Database, mapped: ReadonlyMap<string, string>): Promise<Map<string, Category>> {
  const own = await listOwnCategories(db, {})
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
    ...own.map(({ slug, name }) => [normalizeName(name), slug] as const),
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
