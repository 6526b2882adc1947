import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ListMore } from '#web/features/list-more.tsx'
import { useGrowingList } from '#web/features/load-more.ts'
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
  /** A page of the list from this index on; rejects when it could not be loaded. */
  readonly load: (startIndex: number) => Promise<readonly T[]>
  /** Rejects when nothing was deleted. */
  readonly remove: (item: T) => Promise<unknown>
  /** Names an item in the label of its Delete button. */
  readonly nameOf: (item: T) => string
  /** `TableCell`s in the order of the columns. */
  readonly cells: (item: T, controls: RowControls) => ReactNode
}

/** Does something that changes the list, and shows it as it is then. Rejects when one of both failed. */
export type TableAct = (work: () => Promise<unknown>) => Promise<void>

interface RowControls {
  readonly deleteButton: ReactNode
  readonly act: TableAct
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

/** Where the focused button went with its row, the keyboard goes on at the row that is there now: a button could be pressed unread. */
const findLostFocus = (list: HTMLElement | null, index: number) => {
  if (document.activeElement !== null && document.activeElement !== document.body) return
  const rows = list?.querySelectorAll('tbody tr') ?? []
  const row = rows[Math.min(index, rows.length - 1)] ?? document.getElementById(PAGE_HEADING_ID)
  if (!(row instanceof HTMLElement)) return
  row.tabIndex = -1
  row.focus()
}

interface RowProps<T> {
  readonly kind: TableKind<T>
  readonly item: T
  readonly onDelete: (item: T) => void
  readonly onAct: (item: T, work: () => Promise<unknown>) => Promise<void>
}

const Row = <T,>({ kind, item, onDelete, onAct }: RowProps<T>) => {
  const deleteButton = (
    <button
      type="button"
      aria-label={`Delete ${kind.nameOf(item)}`}
      className="-mx-2 min-h-[44px] rounded-full px-2 font-semibold whitespace-nowrap text-danger hover:underline"
      onClick={() => onDelete(item)}
    >
      Delete
    </button>
  )
  return <TableRow>{kind.cells(item, { deleteButton, act: (work) => onAct(item, work) })}</TableRow>
}

/** A table that grows by 'Show More' and whose rows can be deleted (docs/product.md, 2 and 4). */
export const DashboardTable = <T extends { readonly _id: string }>({ kind, firstPage: loaded }: DashboardTableProps<T>) => {
  const [firstPage, setFirstPage] = useState(loaded)
  const { items, hasMore, status, showMore, remove } = useGrowingList(firstPage, kind.load)
  const [pendingDelete, setPendingDelete] = useState<T | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const actOn = async (item: T, work: () => Promise<unknown>) => {
    await work()
    const page = await kind.load(0)
    flushSync(() => setFirstPage(page))
    findLostFocus(list.current, items.indexOf(item))
  }
  const closeDialog = (item: T, outcome: 'deleted' | 'kept') => {
    const index = items.indexOf(item)
    // While the dialog is open, nothing behind it takes the focus.
    flushSync(() => {
      setPendingDelete(null)
      if (outcome === 'deleted') remove(item._id)
    })
    if (outcome === 'deleted') focusRow(list.current, index)
  }

  if (items.length === 0 && !hasMore) return <EmptyState title={kind.emptyText} />
  return (
    <div ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Table caption={kind.caption} columns={kind.columns}>
        {items.map((item) => (
          <Row key={item._id} kind={kind} item={item} onDelete={setPendingDelete} onAct={actOn} />
        ))}
      </Table>
      <ListMore list={{ hasMore, status }} onShowMore={showMore} />
      {pendingDelete ? (
        <DeleteDialog
          question={kind.deleteQuestion}
          onConfirm={() => kind.remove(pendingDelete)}
          onClose={(outcome) => closeDialog(pendingDelete, outcome)}
        />
      ) : null}
    </div>
  )
}
