import { CATEGORY_MAX_LENGTH } from './site-limits.ts'
import { SLUG_FORM } from './slug-form.ts'

/** Stored values of the categories that every blog has. */
export const CATEGORIES = ['uncategorized', 'life', 'medical', 'other', 'technology', 'lifestyle', 'health'] as const
export type FixedCategory = (typeof CATEGORIES)[number]
/** Stored value: a fixed category, or the slug of one that an admin added. */
export type Category = string

export const isFixedCategory = (value: string): value is FixedCategory => (CATEGORIES as readonly string[]).includes(value)

/** Checks the syntax only. The server checks that the category exists. */
export const isCategorySlug = (value: string): boolean => value.length <= CATEGORY_MAX_LENGTH && SLUG_FORM.test(value)

interface NamedCategory {
  readonly slug: string
  readonly name: string
}

/** Names that the family chose. */
export interface CategoryNames {
  /** Categories that admins added, oldest first. */
  readonly own: readonly NamedCategory[]
  /** Fixed categories to which admins gave another name. */
  readonly renamed: readonly NamedCategory[]
}

export const NO_CATEGORY_NAMES: CategoryNames = { own: [], renamed: [] }

export interface BlogCategories extends CategoryNames {
  /** Fixed categories that the forms do not offer. */
  readonly hidden: readonly string[]
}

export interface CategoryOption {
  readonly value: Category
  readonly label: string
}

/** Fixed options of the post forms. */
export const POST_FORM_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'Select a category' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]

/** Fixed options of the search form; the first one sends no category. */
export const SEARCH_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'All categories' },
  { value: 'technology', label: 'Technology' },
  { value: 'lifestyle', label: 'Lifestyle' },
  { value: 'health', label: 'Health' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]

const givenName = (category: Category, { own, renamed }: CategoryNames) =>
  own.find(({ slug }) => slug === category)?.name ?? renamed.find(({ slug }) => slug === category)?.name

/** Label for headings and form options: 'Life'. */
export const categoryLabel = (category: Category, names: CategoryNames): string =>
  givenName(category, names) ??
  (category === 'uncategorized' ? 'Uncategorized' : (SEARCH_CATEGORIES.find(({ value }) => value === category)?.label ?? category))

/** Name in lists of posts: 'life', or the name that the family chose. */
export const categoryName = (category: Category, names: CategoryNames): string => givenName(category, names) ?? category

/** Category that readers see beside a post; null when the writer chose none. */
export const shownCategory = (category: Category, names: CategoryNames): string | null =>
  category === 'uncategorized' ? null : categoryName(category, names)

/**
 * Options of a form: fixed categories that are not hidden, then the added ones.
 * @param chosen offered even when hidden or deleted
 */
export const categoryOptions = (
  fixed: readonly CategoryOption[],
  all: BlogCategories,
  chosen: readonly Category[],
): readonly CategoryOption[] => {
  const offered = [
    ...fixed
      .filter(({ value }) => !all.hidden.includes(value))
      .map(({ value, label }) => ({ value, label: givenName(value, all) ?? label })),
    ...all.own.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  const missing = new Set(chosen.filter((category) => !offered.some(({ value }) => value === category)))
  return [...offered, ...Array.from(missing, (value) => ({ value, label: categoryLabel(value, all) }))]
}
