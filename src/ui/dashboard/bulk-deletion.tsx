import { type ReactNode, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { UserError } from '#ui/api/api-error.ts'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { DeleteDialog } from './delete-dialog.tsx'

/** How the chosen items of a table are deleted in one step. */
export interface BulkDeletion {
  /** 'two comments' */
  readonly nameOf: (count: number) => string
  /** Each rejects when nothing was changed. */
  readonly run: (ids: readonly string[]) => Promise<unknown>
  /** Resolves with those that are back. */
  readonly undo: (ids: readonly string[]) => Promise<readonly string[]>
}

interface Options {
  readonly deletion: BulkDeletion | undefined
  /** Called for each item that has left the server's list. */
  readonly onMove: () => void
  readonly onAnnounce: (text: string) => void
}

interface BulkState {
  /** Button for the chosen items, and the outcome of the last deletion; null in other tables. */
  readonly bar: ReactNode
  readonly deleted: ReadonlySet<string>
  /** An item that was deleted alone is no longer chosen. */
  readonly drop: (id: string) => void
  readonly chooserOf: (id: string, name: string) => ReactNode
}

const NONE: ReadonlySet<string> = new Set()

const withOrWithout = (ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> =>
  new Set(isIn ? [...ids, id] : [...ids].filter((other) => other !== id))

interface ChooserProps {
  readonly name: string
  readonly isChosen: boolean
  readonly onChange: (isChosen: boolean) => void
}

const Chooser = ({ name, isChosen, onChange }: ChooserProps) => (
  <label className="chooser">
    <input type="checkbox" aria-label={`Choose ${name}`} checked={isChosen} onChange={(event) => onChange(event.target.checked)} />
  </label>
)

interface DeletedProps {
  readonly what: string
  readonly undo: Ref<HTMLButtonElement>
  readonly isBusy: boolean
  readonly onUndo: () => void
}

const Deleted = ({ what, undo, isBusy, onUndo }: DeletedProps) => (
  <p className="row text-ink-soft">
    <span>{`Deleted: ${what}.`}</span>
    <Button ref={undo} data-undo="" busy={isBusy} onClick={onUndo}>
      Undo
    </Button>
  </p>
)

export const useBulkDeletion = ({ deletion, onMove, onAnnounce }: Options): BulkState => {
  const [chosen, setChosen] = useState(NONE)
  /** What was deleted together, the latest last. */
  const [deletions, setDeletions] = useState<readonly (readonly string[])[]>([])
  /** What can no longer be brought back. */
  const [gone, setGone] = useState<readonly string[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const undoButton = useRef<HTMLButtonElement>(null)
  const { run, isBusy, error } = useAction()
  if (deletion === undefined) return { bar: null, deleted: NONE, drop: () => {}, chooserOf: () => null }

  const latest = deletions.at(-1) ?? []
  const showDeleted = () => {
    // While the dialog is open, nothing behind it can take the focus.
    flushSync(() => {
      setIsAsking(false)
      setDeletions([...deletions, [...chosen]])
      setChosen(NONE)
      chosen.forEach(onMove)
      onAnnounce(`Deleted: ${deletion.nameOf(chosen.size)}.`)
    })
    undoButton.current?.focus()
  }
  const takeBack = async () => {
    const back = await deletion.undo(latest)
    changeAndFocus(
      () => {
        setDeletions(deletions.slice(0, -1))
        setGone([...gone, ...latest.filter((id) => !back.includes(id))])
        if (back.length === latest.length) onAnnounce(back.length === 1 ? 'It is back.' : 'They are back.')
      },
      // The deletion before can be undone next.
      () => undoButton.current,
    )
    if (back.length < latest.length) throw new UserError('What is missing can no longer be brought back.')
  }
  const drop = (id: string) => setChosen((before) => withOrWithout(before, id, false))
  const chooserOf = (id: string, name: string) => (
    <Chooser name={name} isChosen={chosen.has(id)} onChange={(isIn) => setChosen(withOrWithout(chosen, id, isIn))} />
  )
  const bar = (
    <>
      {latest.length > 0 ? (
        <Deleted what={deletion.nameOf(latest.length)} undo={undoButton} isBusy={isBusy} onUndo={() => void run(takeBack)} />
      ) : null}
      {error === null ? null : <Alert>{error}</Alert>}
      {chosen.size > 0 ? (
        <Button variant="danger" className="bulk-button" onClick={() => setIsAsking(true)}>
          {`Delete ${deletion.nameOf(chosen.size)}`}
        </Button>
      ) : null}
      {isAsking ? (
        <DeleteDialog
          question={`Delete ${deletion.nameOf(chosen.size)}?`}
          onConfirm={() => deletion.run([...chosen])}
          onClose={(outcome) => (outcome === 'deleted' ? showDeleted() : setIsAsking(false))}
        />
      ) : null}
    </>
  )
  return { bar, deleted: new Set([...gone, ...deletions.flat()]), drop, chooserOf }
}
