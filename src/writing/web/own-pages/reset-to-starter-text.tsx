import { useState } from 'react'
import { deletePage } from '#site/contract/blog-pages.endpoints.ts'
import type { FixedPageId } from '#site/contract/blog-pages.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'

interface ResetToStarterTextProps {
  readonly id: FixedPageId
  readonly name: string
  readonly onDone: (outcome: string) => Promise<void>
}

/** Deletes the family's own text of a fixed page, which then shows the starter text again. */
export const ResetToStarterText = ({ id, name, onDone }: ResetToStarterTextProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const { run, isBusy, error } = useAction()
  const confirm = async () => {
    await browserApi(deletePage, { params: { page: id } })
    setIsOpen(false)
    await onDone(`Our starter text stands on “${name}” again.`)
  }
  return (
    <>
      <button type="button" className="text-button" aria-label={`Starter text again: ${name}`} onClick={() => setIsOpen(true)}>
        Starter text again
      </button>
      <Dialog
        open={isOpen}
        title={`Show our starter text on “${name}” again?`}
        confirmLabel="Yes, show it"
        cancelLabel="No, cancel"
        tone="primary"
        busy={isBusy}
        error={error}
        onConfirm={() => void run(confirm)}
        onCancel={() => setIsOpen(false)}
      >
        <p>Your words stay among the earlier versions of the page.</p>
      </Dialog>
    </>
  )
}
