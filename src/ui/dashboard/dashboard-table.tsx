import { useState } from 'react'
import { ListMore } from '#ui/lists/list-more.tsx'
import { useGrowingList } from '#ui/lists/load-more.ts'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Table } from '#ui/components/table.tsx'
import { DashboardRow, type RowKind } from './dashboard-row.tsx'

/** What differs between the tables of posts, users and comments. */
export interface TableKind<T> extends RowKind<T> {
  readonly caption: string
  readonly emptyText: string
  /** Loads a page of the list from this index on; rejects if that failed. */
  readonly load: (startIndex: number) => Promise<readonly T[]>
}

interface DashboardTableProps<T> {
  readonly kind: TableKind<T>
  readonly firstPage: readonly T[]
}

/** A table that grows by 'Show More' and whose rows can be deleted (docs/product.md, 2 and 4). */
export const DashboardTable = <T extends { readonly _id: string }>({ kind, firstPage }: DashboardTableProps<T>) => {
  const { items, hasMore, status, showMore, change, move } = useGrowingList(firstPage, kind.load)
  const [announcement, setAnnouncement] = useState('')
  if (items.length === 0 && !hasMore) return <EmptyState title={kind.emptyText} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Table caption={kind.caption} columns={kind.columns}>
        {items.map((item) => (
          <DashboardRow key={item._id} kind={kind} item={item} onChange={change} onMove={move} onAnnounce={setAnnouncement} />
        ))}
      </Table>
      <ListMore list={{ hasMore, status }} onShowMore={showMore} />
    </div>
  )
}
