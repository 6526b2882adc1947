/** The one table of categories (spec §3, decisions): what is stored, what each form offers, how it is labelled. */
export const CATEGORIES = ['uncategorized', 'life', 'medical', 'other', 'technology', 'lifestyle', 'health'] as const
export type Category = (typeof CATEGORIES)[number]

export const isCategory = (value: string): value is Category => (CATEGORIES as readonly string[]).includes(value)

export interface CategoryOption {
  readonly value: Category
  readonly label: string
}

/** Options of the create and update forms (spec §3). */
export const POST_FORM_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'Select a category' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]

/** Options of the search form; the default asks for no category (decisions, Posts). */
export const SEARCH_CATEGORIES: readonly CategoryOption[] = [
  { value: 'uncategorized', label: 'All categories' },
  { value: 'technology', label: 'Technology' },
  { value: 'lifestyle', label: 'Lifestyle' },
  { value: 'health', label: 'Health' },
  { value: 'life', label: 'Life' },
  { value: 'medical', label: 'Medical' },
  { value: 'other', label: 'Other' },
]
