import { toFailure } from '#ui/api/api-error.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { useForm } from '#ui/forms/form.tsx'

interface DeleteCommentDialogProps {
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

/** Open while mounted. */
export const DeleteCommentDialog = ({ onConfirm, onCancel }: DeleteCommentDialogProps) => {
  const form = useForm({ toFailure, send: onConfirm })
  return (
    <Dialog
      open
      title="Are you sure you want to delete this Comment?"
      confirmLabel="Yes, I am sure"
      cancelLabel="No, cancel"
      form={form}
      onCancel={onCancel}
    />
  )
}
