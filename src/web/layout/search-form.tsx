import Search from 'lucide-react/icons/search'
import { type ReactNode, useId } from 'react'

/** Goes to /search?search={term}, with or without scripts. */
export const SearchForm = ({ className }: { readonly className: string }): ReactNode => {
  const id = useId()
  return (
    <search className={className}>
      <form action="/search">
        <label htmlFor={id} className="sr-only">
          Search posts
        </label>
        <input
          id={id}
          type="search"
          name="search"
          placeholder="Search…"
          className="h-11 w-full min-w-0 rounded-full border border-line-strong bg-surface pr-11 pl-4 placeholder:text-ink-soft"
        />
        <button
          type="submit"
          aria-label="Search"
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-ink-soft hover:text-ink"
        >
          <Search aria-hidden="true" size={19} />
        </button>
      </form>
    </search>
  )
}
