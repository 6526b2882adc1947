import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { RowMore } from './row-more.tsx'

interface DeleteDialogProps {
  readonly question: string
  readonly note?: string | undefined
  /** Rejects when nothing was deleted; the reason is shown. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: (outcome: 'deleted' | 'kept') => void
}

/** Open while mounted. */
export const DeleteDialog = ({ question, note, onConfirm, onClose }: DeleteDialogProps) => (
  <Dialog
    title={question}
    confirmLabel="Yes, I am sure"
    cancelLabel="No, cancel"
    onConfirm={async () => {
      await onConfirm()
      onClose('deleted')
    }}
    onCancel={() => onClose('kept')}
  >
    {note === undefined ? null : <p>{note}</p>}
  </Dialog>
)

/** What happened to an item, shown in its row. */
export interface RowOutcome {
  readonly text: string
  readonly link?: { readonly href: string; readonly label: string }
  /** Rejects if it cannot be undone any more. */
  readonly undo?: () => Promise<unknown>
}

export interface Deletion {
  readonly question: string
  /** Explains what the question does not say. */
  readonly note?: string
  /** Rejects when nothing was deleted. */
  readonly run: () => Promise<unknown>
  readonly outcome: RowOutcome
}

interface DeleteButtonProps {
  readonly name: string
  /** Further actions beside it. */
  readonly more?: ReactNode
  readonly deletion: Deletion
  readonly onDeleted: () => void
}

/** A button that asks before it deletes. */
export const DeleteButton = ({ name, more, deletion, onDeleted }: DeleteButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <RowMore name={name}>
        <button
          type="button"
          data-delete=""
          aria-label={`Delete ${name}`}
          className="text-button quiet-danger"
          onClick={() => setIsAsking(true)}
        >
          Delete
        </button>
        {more}
      </RowMore>
      {isAsking ? (
        <DeleteDialog
          question={deletion.question}
          note={deletion.note}
          onConfirm={deletion.run}
          onClose={(result) => (result === 'deleted' ? onDeleted() : setIsAsking(false))}
        />
      ) : null}
    </>
  )
}
