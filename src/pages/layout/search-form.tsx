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
        <input id={id} type="search" name="search" placeholder="Search…" className="control search-control" />
        <button type="submit" aria-label="Search" className="search-button">
          <Search aria-hidden="true" size={19} />
        </button>
      </form>
    </search>
  )
}
