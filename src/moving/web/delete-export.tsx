import { useState } from 'react'
import { type ListedImport, deleteImport } from '#moving/contract/imports.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'

interface DeleteExportProps {
  readonly of: ListedImport
  readonly onDeleted: () => Promise<void>
}

/** Deletes the file and its reports; what was imported from it stays. */
export const DeleteExport = ({ of, onDeleted }: DeleteExportProps) => {
  const [isAsking, setIsAsking] = useState(false)
  const { run, isBusy, error } = useAction()
  const remove = async () => {
    await browserApi(deleteImport, { params: { import: of._id } })
    setIsAsking(false)
    await onDeleted()
  }
  return (
    <div className="text-small text-ink-soft">
      The file and its report are deleted on <LocalTime at={of.deletedAt} dayOnly />, if nobody uses them until then.{' '}
      <button type="button" className="link link-target" onClick={() => setIsAsking(true)}>
        Delete them now
      </button>
      <Dialog
        open={isAsking}
        title="Delete the file and its report?"
        confirmLabel="Delete"
        cancelLabel="Keep them"
        busy={isBusy}
        error={error}
        onConfirm={() => void run(remove)}
        onCancel={() => setIsAsking(false)}
      >
        <p>Everything that came from it stays on the blog.</p>
      </Dialog>
    </div>
  )
}
