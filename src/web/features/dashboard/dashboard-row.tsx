import { type ComponentType, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { TableRow } from '#web/ui/table-row.tsx'
import { DeleteButton, type Deletion } from './delete-button.tsx'
import { EndedRow, type Outcome } from './ended-row.tsx'

export interface CellsProps<T> {
  readonly item: T
  readonly deleteButton: ReactNode
  /** Does something and shows the item as it is then, in the same place. Rejects when it failed. */
  readonly change: (work: () => Promise<T>) => Promise<void>
  /** Does something after which the item is not in the list any more, and says so in its place. */
  readonly end: (work: () => Promise<Outcome>) => Promise<void>
}

/** What a row knows of its table. */
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
  /** The item is no longer where it was in the list of the server. */
  readonly onMove: () => void
  readonly onAnnounce: (text: string) => void
}

/** Where the pressed button is gone, the keyboard goes on in the same row. */
const focusIn = (row: RefObject<HTMLTableRowElement | null>, selector: string) => {
  const find = (wanted: string) => row.current?.querySelector<HTMLElement>(wanted)
  const target = find(selector) ?? find('button') ?? find('a') ?? row.current
  target?.focus()
}

/** One item of a table: stays in its place whatever is done to it. */
export const DashboardRow = <T,>({ kind, item, onChange, onMove, onAnnounce }: DashboardRowProps<T>) => {
  const row = useRef<HTMLTableRowElement>(null)
  const [ended, setEnded] = useState<{ readonly outcome: Outcome; readonly height: number } | null>(null)

  const show = (outcome: Outcome) => {
    const height = row.current?.getBoundingClientRect().height ?? 0
    // While the dialog is open, nothing behind it takes the focus.
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
