/** Categories of every blog as stored; below, what each form offers, with labels (docs/product.md, 3). */
export const CATEGORIES = ['uncategorized', 'life', 'medical', 'other', 'technology', 'lifestyle', 'health'] as const
export type FixedCategory = (typeof CATEGORIES)[number]
/** As stored: a fixed one, or the slug of one of the family's own. */
export type Category = string

export const isFixedCategory = (value: string): value is FixedCategory => (CATEGORIES as readonly string[]).includes(value)

/** What readers see of it: nothing where the writer chose none. */
export const shownCategory = (category: Category): Category | null => (category === 'uncategorized' ? null : category)

export interface CategoryOption {
  readonly value: Category
  readonly label: string
}

/** Options of the post forms. */
export const POST_FORM_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'Select a category' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]

/** Options of the search form; the first one sends no category. */
export const SEARCH_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'All categories' },
  { value: 'technology', label: 'Technology' },
  { value: 'lifestyle', label: 'Lifestyle' },
  { value: 'health', label: 'Health' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]
