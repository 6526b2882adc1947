import { CATEGORIES, type Category, isFixedCategory } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'

const normalize = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** @returns the first that is known */
export function mapCategory(names: readonly string[], mapping: ReadonlyMap<string, Category>): Category | undefined {
  for (const name of names) {
    const mapped = mapping.get(normalize(name))
    if (mapped !== undefined) return mapped
    const own = normalize(name)
    if (own !== 'uncategorized' && isFixedCategory(own)) return own
  }
  return undefined
}

/** `Hospital days=medical` and the like, from the command line. @throws bad_request */
export function readCategoryMapping(texts: readonly string[]): Map<string, Category> {
  return new Map(
    texts.map((text) => {
      const at = text.lastIndexOf('=')
      const category = normalize(text.slice(at + 1))
      if (at < 1 || !isFixedCategory(category)) {
        throw new AppError(
          'bad_request',
          `--category must be like 'Hospital days=medical', with one of ${CATEGORIES.join(', ')}; it is '${text}'.`,
        )
      }
      return [normalize(text.slice(0, at)), category]
    }),
  )
}
