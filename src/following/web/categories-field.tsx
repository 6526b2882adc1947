import { categoryLabel, categoryOptions, SEARCH_CATEGORIES } from '#platform/contract/categories.ts'
import { useSite } from '#site/web/index.ts'
import { CheckField } from '#ui/forms/check-field.tsx'

interface CategoriesFieldProps {
  /** Null for all. */
  readonly chosen: readonly string[] | null
  readonly error?: string | undefined
}

/** Chooses some of the blog's categories; choosing none means all. Open if some are chosen. */
export const CategoriesField = ({ chosen, error }: CategoriesFieldProps) => {
  const { categories } = useSite()
  const offered = categoryOptions(SEARCH_CATEGORIES, categories, []).filter(({ value }) => value !== 'uncategorized')
  const isOpen = chosen !== null || error !== undefined
  return (
    <details open={isOpen || undefined}>
      <summary className="link link-target">Only some categories</summary>
      <fieldset className="mt-2" aria-describedby="categories-hint">
        <legend className="sr-only">Categories</legend>
        <p id="categories-hint" className="text-small text-ink-soft">
          {error ?? 'Choose none, and you get everything.'}
        </p>
        {offered.map(({ value }) => (
          <CheckField
            key={value}
            name="categories"
            value={value}
            label={categoryLabel(value, categories)}
            defaultChecked={chosen?.includes(value) ?? false}
          />
        ))}
      </fieldset>
    </details>
  )
}

/** Reads the categories that a plain form sent, to render the form again. */
export const readCategories = (value: string | undefined): readonly string[] | null =>
  value === undefined || value === '' ? null : value.split(',')
