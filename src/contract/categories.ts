import { CATEGORY_MAX_LENGTH } from './limits.ts'

/** Categories of every blog as stored; below, what each form offers, with labels (docs/product.md, 3). */
export const CATEGORIES = ['uncategorized', 'life', 'medical', 'other', 'technology', 'lifestyle', 'health'] as const
export type FixedCategory = (typeof CATEGORIES)[number]
/** As stored: a fixed one, or the slug of one of the family's own. */
export type Category = string

export const isFixedCategory = (value: string): value is FixedCategory => (CATEGORIES as readonly string[]).includes(value)

/** Whether a category can be stored so; whether there is one is for the server to find out. */
export const isCategorySlug = (value: string): boolean => value.length <= CATEGORY_MAX_LENGTH && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)

/** What pages know of the categories of a blog. */
export interface BlogCategories {
  /** The family's own, in the order in which they were added. */
  readonly own: readonly { readonly slug: string; readonly name: string }[]
  /** Fixed ones that the forms leave out. */
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

const ownName = (category: Category, { own }: BlogCategories) => own.find(({ slug }) => slug === category)?.name

/** For headings and lists of choices: 'Life'. */
export const categoryLabel = (category: Category, all: BlogCategories): string =>
  ownName(category, all) ??
  (category === 'uncategorized' ? 'Uncategorized' : (SEARCH_CATEGORIES.find(({ value }) => value === category)?.label ?? category))

/** As lists show it: 'life', or a name of the family's own. */
export const categoryName = (category: Category, all: BlogCategories): string => ownName(category, all) ?? category

/** What readers see beside a post: nothing where the writer chose none. */
export const shownCategory = (category: Category, all: BlogCategories): string | null =>
  category === 'uncategorized' ? null : categoryName(category, all)

/**
 * What a form offers: fixed ones that are not hidden, then the family's own.
 * @param chosen stay on offer in any case
 */
export const categoryOptions = (
  fixed: readonly CategoryOption[],
  all: BlogCategories,
  chosen: readonly Category[],
): readonly CategoryOption[] => {
  const offered = [
    ...fixed.filter(({ value }) => !all.hidden.includes(value)),
    ...all.own.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  const missing = new Set(chosen.filter((category) => !offered.some(({ value }) => value === category)))
  return [...offered, ...Array.from(missing, (value) => ({ value, label: categoryLabel(value, all) }))]
}
