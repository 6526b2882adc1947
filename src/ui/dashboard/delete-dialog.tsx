import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'

interface DeleteDialogProps {
  readonly question: string
  readonly note?: string | undefined
  /** Rejects when nothing was deleted; the reason is shown. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: (outcome: 'deleted' | 'kept') => void
}

/** Open while mounted. */
export const DeleteDialog = ({ question, note, onConfirm, onClose }: DeleteDialogProps) => {
  const { run, isBusy, error } = useAction()
  const confirm = async () => {
    await onConfirm()
    onClose('deleted')
  }
  return (
    <Dialog
      open
      title={question}
      confirmLabel="Yes, I am sure"
      cancelLabel="No, cancel"
      busy={isBusy}
      error={error}
      onConfirm={() => void run(confirm)}
      onCancel={() => onClose('kept')}
    >
      {note === undefined ? null : <p>{note}</p>}
    </Dialog>
  )
}
