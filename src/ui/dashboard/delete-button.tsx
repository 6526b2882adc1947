import { useState } from 'react'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Outcome } from './ended-row.tsx'

export interface Deletion {
  readonly question: string
  /** Explains what the question does not say. */
  readonly note?: string
  /** Rejects when nothing was deleted. */
  readonly run: () => Promise<unknown>
  readonly outcome: Outcome
}

interface DeleteButtonProps {
  readonly name: string
  readonly deletion: Deletion
  readonly onDeleted: () => void
}

export const DeleteButton = ({ name, deletion, onDeleted }: DeleteButtonProps) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <button
        type="button"
        data-delete=""
        aria-label={`Delete ${name}`}
        className="text-button quiet-danger"
        onClick={() => setIsAsking(true)}
      >
        Delete
      </button>
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
