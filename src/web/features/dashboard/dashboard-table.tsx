import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useGrowingList } from '#web/features/load-more.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PAGE_HEADING_ID } from '#web/ui/page-heading.tsx'
import { Table } from '#web/ui/table.tsx'
import { TableRow } from '#web/ui/table-row.tsx'
import { DeleteDialog } from './delete-dialog.tsx'

/** What differs between the tables of posts, users and comments. */
export interface TableKind<T> {
  readonly caption: string
  readonly columns: readonly string[]
  readonly emptyText: string
  readonly deleteQuestion: string
  /** A page of the list from this index on; rejects when it could not be had. */
  readonly load: (startIndex: number) => Promise<readonly T[]>
  /** Rejects when nothing was deleted. */
  readonly remove: (item: T) => Promise<unknown>
  /** Names an item in the label of its Delete button. */
  readonly nameOf: (item: T) => string
  /** `TableCell`s in the order of the columns; the Delete button is given. */
  readonly cells: (item: T, deleteButton: ReactNode) => ReactNode
}

interface DashboardTableProps<T> {
  readonly kind: TableKind<T>
  readonly firstPage: readonly T[]
}

/** The keyboard goes on where the deleted row was; with no row left, at the screen's heading. */
const focusRow = (list: HTMLElement | null, index: number) => {
  const rows = list?.querySelectorAll('tbody tr') ?? []
  const button = rows[Math.min(index, rows.length - 1)]?.querySelector('button')
  ;(button ?? document.getElementById(PAGE_HEADING_ID))?.focus()
}

/** A table that grows by 'Show More' and whose rows can be deleted (docs/product.md, 2 and 4). */
export const DashboardTable = <T extends { readonly _id: string }>({ kind, firstPage }: DashboardTableProps<T>) => {
  const { items, hasMore, status, showMore, remove } = useGrowingList(firstPage, kind.load)
  const [doomed, setDoomed] = useState<T | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const deleteButton = (item: T) => (
    <button
      type="button"
      aria-label={`Delete ${kind.nameOf(item)}`}
      className="-mx-2 min-h-[44px] rounded-full px-2 font-semibold whitespace-nowrap text-danger hover:underline"
      onClick={() => setDoomed(item)}
    >
      Delete
    </button>
  )
  const closeDialog = (item: T, outcome: 'deleted' | 'kept') => {
    const index = items.indexOf(item)
    // While the dialog is open, nothing behind it takes the focus.
    flushSync(() => {
      setDoomed(null)
      if (outcome === 'deleted') remove(item._id)
    })
    if (outcome === 'deleted') focusRow(list.current, index)
  }

  if (items.length === 0 && !hasMore) return <EmptyState title={kind.emptyText} />
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Table caption={kind.caption} columns={kind.columns}>
        {items.map((item) => (
          <TableRow key={item._id}>{kind.cells(item, deleteButton(item))}</TableRow>
        ))}
      </Table>
      {status === 'failed' ? <Alert kind="info">More could not be loaded just now. Please try again in a moment.</Alert> : null}
      {hasMore ? (
        <Button className="justify-self-center" busy={status === 'loading'} onClick={() => void showMore()}>
          Show More
        </Button>
      ) : null}
      {doomed ? (
        <DeleteDialog
          question={kind.deleteQuestion}
          onConfirm={() => kind.remove(doomed)}
          onClose={(outcome) => closeDialog(doomed, outcome)}
        />
      ) : null}
    </div>
  )
}
