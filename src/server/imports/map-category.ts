import { CATEGORIES, type Category } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import { listOwnCategories } from '#server/features/categories.ts'
import type { Database } from '#server/platform/database/database.ts'

export const normalizeName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** @returns the first that is known; what the operator has mapped goes before a category of the same name */
export function mapCategory(names: readonly string[], mapping: ReadonlyMap<string, Category>): Category | undefined {
  return names.map((name) => mapping.get(normalizeName(name))).find((category) => category !== undefined)
}

/** Every name that a category of this blog may have elsewhere, and those that the operator has mapped. @throws bad_request */
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

/** `Hospital days=medical` and the like, from the command line; whether there is such a category is known later. @throws bad_request */
export function readCategoryMapping(texts: readonly string[]): Map<string, string> {
  return new Map(
    texts.map((text) => {
      const at = text.lastIndexOf('=')
      if (at < 1) throw new AppError('bad_request', `--category must be like 'Hospital days=medical'; it is '${text}'.`)
      return [normalizeName(text.slice(0, at)), normalizeName(text.slice(at + 1))]
    }),
  )
}
