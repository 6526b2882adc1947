import { useCallback, useReducer, useRef } from 'react'
import { PAGE_SIZE } from '#contract/limits.ts'

interface Item {
  readonly _id: string
}

/** A list that grows page by page ('Show More', docs/product.md, 4): what is there, whether there may be more, and how the last try went. */
export interface GrowingList<T extends Item> {
  /** The page the list began with; another one starts a new list. */
  readonly firstPage: readonly T[]
  readonly items: readonly T[]
  readonly hasMore: boolean
  readonly status: 'idle' | 'loading' | 'failed'
  /** Of the next page, in the list of the server. */
  readonly nextIndex: number
}

export type GrowingListEvent<T extends Item> =
  | { readonly type: 'began'; readonly firstPage: readonly T[] }
  | { readonly type: 'asked' }
  /** `firstPage` is the list that the page belongs to: a page of an earlier list is dropped. */
  | { readonly type: 'arrived'; readonly page: readonly T[]; readonly firstPage: readonly T[] }
  | { readonly type: 'failed'; readonly firstPage: readonly T[] }
  | { readonly type: 'changed'; readonly item: T }
  /** The server's list no longer has an item where it was: the next page may begin one earlier. What comes twice is dropped. */
  | { readonly type: 'moved' }

/** More may follow when a page is full: exactly nine (docs/product.md, 4 and 9). */
const isFull = (page: readonly Item[]) => page.length === PAGE_SIZE

export const beginList = <T extends Item>(firstPage: readonly T[]): GrowingList<T> => ({
  firstPage,
  items: firstPage,
  hasMore: isFull(firstPage),
  status: 'idle',
  nextIndex: firstPage.length,
})

/** Without those that are there: the list may have moved in the meantime. */
export const append = <T extends Item>(items: readonly T[], page: readonly T[]) => {
  const known = new Set(items.map((item) => item._id))
  return [...items, ...page.filter((item) => !known.has(item._id))]
}

export const reduceList = <T extends Item>(list: GrowingList<T>, event: GrowingListEvent<T>): GrowingList<T> => {
  switch (event.type) {
    case 'began':
      return beginList(event.firstPage)
    case 'asked':
      return { ...list, status: 'loading' }
    case 'arrived':
      if (event.firstPage !== list.firstPage) return list
      return {
        ...list,
        items: append(list.items, event.page),
        hasMore: isFull(event.page),
        status: 'idle',
        nextIndex: list.nextIndex + event.page.length,
      }
    case 'failed':
      return event.firstPage === list.firstPage ? { ...list, status: 'failed' } : list
    case 'changed':
      return { ...list, items: list.items.map((item) => (item._id === event.item._id ? event.item : item)) }
    case 'moved':
      return { ...list, nextIndex: Math.max(0, list.nextIndex - 1) }
  }
}

/**
 * A growing list over the loader's first page. `load` is given the count already loaded (docs/product.md, 7, startIndex);
 * when it rejects, the list stays as it is and its status says so.
 */
export const useGrowingList = <T extends Item>(firstPage: readonly T[], load: (startIndex: number) => Promise<readonly T[]>) => {
  const [list, dispatch] = useReducer(reduceList<T>, firstPage, beginList<T>)
  const busy = useRef(false)
  if (list.firstPage !== firstPage) dispatch({ type: 'began', firstPage })

  const showMore = async () => {
    if (busy.current) return
    busy.current = true
    dispatch({ type: 'asked' })
    try {
      dispatch({ type: 'arrived', page: await load(list.nextIndex), firstPage })
    } catch {
      dispatch({ type: 'failed', firstPage })
    } finally {
      busy.current = false
    }
  }
  const change = useCallback((item: T) => dispatch({ type: 'changed', item }), [])
  const move = useCallback(() => dispatch({ type: 'moved' }), [])
  return { ...list, showMore, change, move }
}
