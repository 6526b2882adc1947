import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TableRow } from '#ui/components/table-row.tsx'
import { DeleteButton, type Deletion } from './delete-button.tsx'
import { EndedRow, type Outcome } from './ended-row.tsx'

export interface CellsProps<T> {
  readonly item: T
  readonly deleteButton: ReactNode
  /** Runs an action and shows the changed item in the same row. Rejects if the action failed. */
  readonly change: (work: () => Promise<T>) => Promise<void>
  /** Runs an action that removes the item from the list, and shows the outcome in its row. */
  readonly end: (work: () => Promise<Outcome>) => Promise<void>
}

/** What the rows of a table have in common. */
export interface RowKind<T> {
  readonly columns: readonly string[]
  /** Names an item in the label of its Delete button. */
  readonly nameOf: (item: T) => string
  readonly deletion: (item: T) => Deletion
  /** `TableCell`s in the order of the columns. */
  readonly Cells: ComponentType<CellsProps<T>>
}

interface DashboardRowProps<T> {
  readonly kind: RowKind<T>
  readonly item: T
  readonly onChange: (item: T) => void
  /** Called when the item has left its place in the server's list. */
  readonly onMove: () => void
  readonly onAnnounce: (text: string) => void
}

/** Focuses an element of the same row, because the pressed button may be gone. */
const focusIn = (row: RefObject<HTMLTableRowElement | null>, selector: string) => {
  const find = (wanted: string) => row.current?.querySelector<HTMLElement>(wanted)
  const target = find(selector) ?? find('button') ?? find('a') ?? row.current
  target?.focus()
}

/** A row of a table. It stays in its place whatever happens to its item. */
export const DashboardRow = <T,>({ kind, item, onChange, onMove, onAnnounce }: DashboardRowProps<T>) => {
  const row = useRef<HTMLTableRowElement>(null)
  const [ended, setEnded] = useState<{ readonly outcome: Outcome; readonly height: number } | null>(null)

  const show = (outcome: Outcome) => {
    const height = row.current?.getBoundingClientRect().height ?? 0
    // While the dialog is open, nothing behind it can take the focus.
    flushSync(() => {
      setEnded({ outcome, height })
      onMove()
      onAnnounce(outcome.text)
    })
    focusIn(row, '[data-undo]')
  }
  const change = async (work: () => Promise<T>) => {
    const changed = await work()
    flushSync(() => {
      onMove()
      onChange(changed)
    })
    if (document.activeElement === document.body) focusIn(row, '[data-undo]')
  }
  const showAgain = () => {
    flushSync(() => {
      setEnded(null)
      onAnnounce('It is back.')
    })
    focusIn(row, '[data-delete]')
  }

  if (ended !== null) return <EndedRow ref={row} columns={kind.columns.length} {...ended} onUndone={showAgain} />
  const { Cells } = kind
  const deletion = kind.deletion(item)
  return (
    <TableRow ref={row}>
      <Cells
        item={item}
        change={change}
        end={async (work) => show(await work())}
        deleteButton={<DeleteButton name={kind.nameOf(item)} deletion={deletion} onDeleted={() => show(deletion.outcome)} />}
      />
    </TableRow>
  )
}
