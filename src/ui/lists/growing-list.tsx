import { useCallback, useReducer, useRef } from 'react'
import { PAGE_SIZE } from '#platform/contract/limits.ts'
import { alertStyle } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'

interface Item {
  readonly _id: string
}

/** State of a list that grows page by page ('Show More'). */
interface GrowingList<T extends Item> {
  /** Identifies the list: another first page starts a new one. */
  readonly firstPage: readonly T[]
  readonly items: readonly T[]
  readonly hasMore: boolean
  readonly status: 'idle' | 'loading' | 'failed'
  /** Index of the next page in the server's list. */
  readonly nextIndex: number
}

type GrowingListEvent<T extends Item> =
  | { readonly type: 'started'; readonly firstPage: readonly T[] }
  | { readonly type: 'requested' }
  /** `firstPage` is the list that the page belongs to: a page of an earlier list is dropped. */
  | { readonly type: 'received'; readonly page: readonly T[]; readonly firstPage: readonly T[] }
  | { readonly type: 'failed'; readonly firstPage: readonly T[] }
  | { readonly type: 'changed'; readonly item: T }
  /** An item left its place in the server's list, so the next page starts one earlier. Duplicates are dropped. */
  | { readonly type: 'moved' }

/** More may follow when a page is full: exactly nine. */
const isFull = (page: readonly Item[]) => page.length === PAGE_SIZE

export const beginList = <T extends Item>(firstPage: readonly T[]): GrowingList<T> => ({
  firstPage,
  items: firstPage,
  hasMore: isFull(firstPage),
  status: 'idle',
  nextIndex: firstPage.length,
})

/** Drops items that are already loaded: the list may have shifted in the meantime. */
export const append = <T extends Item>(items: readonly T[], page: readonly T[]) => {
  const known = new Set(items.map((item) => item._id))
  return [...items, ...page.filter((item) => !known.has(item._id))]
}

export const reduceList = <T extends Item>(list: GrowingList<T>, event: GrowingListEvent<T>): GrowingList<T> => {
  switch (event.type) {
    case 'started':
      return beginList(event.firstPage)
    case 'requested':
      return { ...list, status: 'loading' }
    case 'received':
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
 * A growing list over the loader's first page. `load` is given the number of items already loaded. If it rejects, the
 * list stays unchanged and its status is `failed`.
 */
export const useGrowingList = <T extends Item>(firstPage: readonly T[], load: (startIndex: number) => Promise<readonly T[]>) => {
  const [list, dispatch] = useReducer(reduceList<T>, firstPage, beginList<T>)
  const busy = useRef(false)
  if (list.firstPage !== firstPage) dispatch({ type: 'started', firstPage })

  const showMore = async () => {
    if (busy.current) return
    busy.current = true
    dispatch({ type: 'requested' })
    try {
      dispatch({ type: 'received', page: await load(list.nextIndex), firstPage })
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

interface ListMoreProps {
  readonly list: Pick<GrowingList<never>, 'hasMore' | 'status'>
  readonly onShowMore: () => Promise<void>
}

/** 'Show More' of a list on a guarded page. */
export const ListMore = ({ list: { hasMore, status }, onShowMore }: ListMoreProps) => (
  <>
    {/* Mounted empty, so that the message is announced. */}
    <div role="status">
      {status === 'failed' ? <p className={alertStyle('info')}>More could not be loaded just now. Please try again in a moment.</p> : null}
    </div>
    {hasMore ? (
      <Button className="justify-self-center" busy={status === 'loading'} onClick={() => void onShowMore()}>
        Show More
      </Button>
    ) : null}
  </>
)
