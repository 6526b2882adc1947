import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { REASON_MAX_LENGTH } from '#platform/contract/limits.ts'
import { toFailure } from '#ui/api/api-error.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { useForm } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface ReportCommentProps {
  readonly onReport: (reason: string) => Promise<void>
}

export const ReportComment = ({ onReport }: ReportCommentProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const thanks = useRef<HTMLParagraphElement>(null)
  const form = useForm({
    toFailure,
    send: async (data) => {
      const reason = data.get('reason')
      await onReport(typeof reason === 'string' ? reason : '')
      // The button is removed: move the focus to the text that replaces it, which it cannot have while the dialog is open.
      flushSync(() => setIsOpen(false))
      thanks.current?.focus()
      return 'Thank you. Somebody will look at it.'
    },
  })
  return (
    <>
      {form.state.type === 'done' ? null : (
        <button type="button" className="text-button" onClick={() => setIsOpen(true)}>
          Report
        </button>
      )}
      <p ref={thanks} role="status" tabIndex={-1} className={form.state.type === 'done' ? 'text-button' : 'sr-only'}>
        {form.state.type === 'done' ? form.state.message : null}
      </p>
      {isOpen ? (
        <Dialog
          open
          title="Report this comment?"
          tone="primary"
          confirmLabel="Report"
          cancelLabel="Cancel"
          form={form}
          onCancel={() => setIsOpen(false)}
        >
          <TextField label="What is wrong with it? (You may leave this empty.)" name="reason" maxLength={REASON_MAX_LENGTH} />
        </Dialog>
      ) : null}
    </>
  )
}
