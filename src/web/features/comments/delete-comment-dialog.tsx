import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'

type Deleting = { readonly type: 'asking' } | { readonly type: 'deleting' } | { readonly type: 'failed'; readonly message: string }

interface DeleteCommentDialogProps {
  /** Resolves to null, or to the reason it failed. */
  readonly onConfirm: () => Promise<string | null>
  readonly onClose: (outcome: 'deleted' | 'kept') => void
}

/** Open while mounted. */
export const DeleteCommentDialog = ({ onConfirm, onClose }: DeleteCommentDialogProps) => {
  const [state, setState] = useState<Deleting>({ type: 'asking' })
  const confirm = async () => {
    setState({ type: 'deleting' })
    const failure = await onConfirm()
    if (failure === null) onClose('deleted')
    else setState({ type: 'failed', message: failure })
  }
  return (
    <Dialog
      open
      title="Are you sure you want to delete this Comment?"
      confirmLabel="Yes, I am sure"
      cancelLabel="No, cancel"
      busy={state.type === 'deleting'}
      error={state.type === 'failed' ? state.message : null}
      onConfirm={() => void confirm()}
      onCancel={() => onClose('kept')}
    />
  )
}
