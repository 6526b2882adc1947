import { type ComponentType, type ReactNode, type Ref, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ListMore, useGrowingList } from '#ui/lists/growing-list.tsx'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { Table, TableRow, WholeRow } from '#ui/components/table.tsx'
import { type BulkDeletion, useBulkDeletion } from './bulk-deletion.tsx'
import { DeleteButton, type Deletion, type RowOutcome } from './delete-dialog.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'

interface EndedRowProps {
  readonly ref: Ref<HTMLTableRowElement>
  readonly columns: number
  /** Height of the replaced row, in CSS pixels. */
  readonly height: number
  readonly outcome: RowOutcome
  readonly onUndone: () => void
}

const EndedRow = ({ ref, columns, height, outcome: { text, link, undo }, onUndone }: EndedRowProps) => {
  const { run, isBusy, error } = useAction()
  const takeBack = () =>
    run(async () => {
      await undo?.()
      onUndone()
    })
  return (
    <WholeRow ref={ref} columns={columns} height={height}>
      <div className="row">
        <span className="text-ink-soft">{text}</span>
        {link ? (
          <a href={link.href} className="link link-target">
            {link.label}
          </a>
        ) : null}
        {undo ? (
          <button
            type="button"
            data-undo=""
            aria-disabled={isBusy || undefined}
            className="link link-target"
            onClick={() => void takeBack()}
          >
            Undo
          </button>
        ) : null}
        {error === null ? null : <Alert>{error}</Alert>}
      </div>
    </WholeRow>
  )
}

export interface CellsProps<T> {
  readonly item: T
  /** Checkbox that chooses the item, in tables whose items are deleted several at once. */
  readonly chooser: ReactNode
  /** @param more further actions beside it */
  readonly deleteButton: (more?: ReactNode) => ReactNode
  /** Runs an action and shows the changed item in the same row. Rejects if the action failed. */
  readonly change: (work: () => Promise<T>) => Promise<void>
  /** Runs an action that removes the item from the list, and shows the outcome in its row. */
  readonly end: (work: () => Promise<RowOutcome>) => Promise<void>
}

/** What the rows of a table have in common. */
interface RowKind<T> {
  readonly columns: readonly string[]
  /** Names an item in the label of its Delete button. */
  readonly nameOf: (item: T) => string
  /** Without it the cells have a way of their own. */
  readonly deletion?: (item: T) => Deletion
  /** For tables whose items can be chosen and deleted several at once. */
  readonly bulk?: BulkDeletion
  /** `TableCell`s in the order of the columns. */
  readonly Cells: ComponentType<CellsProps<T>>
}

interface DashboardRowProps<T> {
  readonly kind: RowKind<T>
  readonly item: T
  readonly chooser: ReactNode
  readonly onChange: (item: T) => void
  /** Called when the item has left its place in the server's list. */
  readonly onMove: () => void
  /** Called when the item was deleted. */
  readonly onEnd: () => void
  readonly onAnnounce: (text: string) => void
}

/** Focuses an element of the same row, because the pressed button may be gone. */
const focusIn = (row: RefObject<HTMLTableRowElement | null>, selector: string) => {
  // One of two equal buttons is hidden: for columns or for cards.
  const find = (wanted: string) =>
    [...(row.current?.querySelectorAll<HTMLElement>(wanted) ?? [])].find((element) => element.checkVisibility())
  const target = find(selector) ?? find('button') ?? find('a') ?? row.current
  target?.focus()
}

/** A row of a table. It stays in its place whatever happens to its item. */
const DashboardRow = <T,>({ kind, item, chooser, onChange, onMove, onEnd, onAnnounce }: DashboardRowProps<T>) => {
  const row = useRef<HTMLTableRowElement>(null)
  const [ended, setEnded] = useState<{ readonly outcome: RowOutcome; readonly height: number } | null>(null)

  const show = (outcome: RowOutcome) => {
    const height = row.current?.getBoundingClientRect().height ?? 0
    // While the dialog is open, nothing behind it can take the focus.
    flushSync(() => {
      setEnded({ outcome, height })
      onEnd()
      onAnnounce(outcome.text)
    })
    focusIn(row, '[data-undo]')
  }
  const change = async (work: () => Promise<T>) => {
    const changed = await work()
    // Only afterwards is it known whether the button that had the focus is gone.
    flushSync(() => {
      onMove()
      onChange(changed)
    })
    if (document.activeElement === document.body) focusIn(row, '[data-undo]')
  }
  const showAgain = () => {
    // The row's buttons come back with it.
    flushSync(() => {
      setEnded(null)
      onAnnounce('It is back.')
    })
    focusIn(row, '[data-delete], .row-more button')
  }

  if (ended !== null) return <EndedRow ref={row} columns={kind.columns.length} {...ended} onUndone={showAgain} />
  const { Cells } = kind
  const deletion = kind.deletion?.(item)
  return (
    <TableRow ref={row}>
      <Cells
        item={item}
        chooser={chooser}
        change={change}
        end={async (work) => show(await work())}
        deleteButton={(more) =>
          deletion && <DeleteButton name={kind.nameOf(item)} more={more} deletion={deletion} onDeleted={() => show(deletion.outcome)} />
        }
      />
    </TableRow>
  )
}

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

/** A table that grows by 'Show More' and whose rows can be deleted. */
export const DashboardTable = <T extends { readonly _id: string }>({ kind, firstPage }: DashboardTableProps<T>) => {
  const { items, hasMore, status, showMore, change, move } = useGrowingList(firstPage, kind.load)
  const [announcement, setAnnouncement] = useState('')
  const bulk = useBulkDeletion({ deletion: kind.bulk, onMove: move, onAnnounce: setAnnouncement })
  if (items.length === 0 && !hasMore) return <EmptyState title={kind.emptyText} />
  return (
    <div className="stack gap-6">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {bulk.bar}
      <Table caption={kind.caption} columns={kind.columns}>
        {items
          .filter((item) => !bulk.deleted.has(item._id))
          .map((item) => (
            <DashboardRow
              key={item._id}
              kind={kind}
              item={item}
              chooser={bulk.chooserOf(item._id, kind.nameOf(item))}
              onChange={change}
              onMove={move}
              onEnd={() => {
                move()
                bulk.drop(item._id)
              }}
              onAnnounce={setAnnouncement}
            />
          ))}
      </Table>
      <ListMore list={{ hasMore, status }} onShowMore={showMore} />
    </div>
  )
}
