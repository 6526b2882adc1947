import { categoryOptions, SEARCH_CATEGORIES } from '#site/contract/category-names.ts'
import { SEARCH_TERM_MAX_LENGTH } from '#posts/contract/post-limits.ts'
import { useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import type { SearchFilters } from './search-filters.ts'

const SORT_OPTIONS = [
  { value: 'desc', label: 'Newest' },
  { value: 'asc', label: 'Oldest' },
] as const

/** A plain GET form, so that it works without scripts. Pass a `key` that changes with the URL. */
export const SearchFilterForm = ({ filters }: { readonly filters: SearchFilters }) => (
  <search aria-label="Filter posts">
    <form method="get" action="/search" className="search-filters">
      <TextField
        label="Search Term"
        name="searchTerm"
        type="search"
        placeholder="Search..."
        maxLength={SEARCH_TERM_MAX_LENGTH}
        defaultValue={filters.searchTerm}
        enterKeyHint="search"
      />
      <SelectField label="Sort" name="sort" options={SORT_OPTIONS} defaultValue={filters.sort} />
      <SelectField
        label="Category"
        name="category"
        options={categoryOptions(SEARCH_CATEGORIES, useSite().categories, [filters.category])}
        defaultValue={filters.category}
      />
      <Button type="submit" variant="primary">
        Apply Filters
      </Button>
    </form>
  </search>
)
