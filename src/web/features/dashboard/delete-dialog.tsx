import { useState } from 'react'
import { errorMessage } from '#web/api/api-error.ts'
import { Dialog } from '#web/ui/dialog.tsx'

type Deleting = { readonly type: 'asking' } | { readonly type: 'deleting' } | { readonly type: 'failed'; readonly message: string }

interface DeleteDialogProps {
  readonly question: string
  /** Rejects when nothing was deleted; the reason is shown. */
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: (outcome: 'deleted' | 'kept') => void
}

/** Open while mounted. */
export const DeleteDialog = ({ question, onConfirm, onClose }: DeleteDialogProps) => {
  const [state, setState] = useState<Deleting>({ type: 'asking' })
  const confirm = async () => {
    setState({ type: 'deleting' })
    try {
      await onConfirm()
      onClose('deleted')
    } catch (error) {
      setState({ type: 'failed', message: errorMessage(error) })
    }
  }
  return (
    <Dialog
      open
      title={question}
      confirmLabel="Yes, I am sure"
      cancelLabel="No, cancel"
      busy={state.type === 'deleting'}
      error={state.type === 'failed' ? state.message : null}
      onConfirm={() => void confirm()}
      onCancel={() => onClose('kept')}
    />
  )
}
