import { useRef, useState } from 'react'
import { REASON_MAX_LENGTH } from '#contract/limits.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/text-field.tsx'

type Reporting = { readonly type: 'idle' | 'asking' | 'sending' | 'done' } | { readonly type: 'failed'; readonly message: string }

interface ReportCommentProps {
  /** Resolves to null, or to the reason it failed. */
  readonly onReport: (reason: string) => Promise<string | null>
}

/** Tells those who run the blog that a comment should be looked at. */
export const ReportComment = ({ onReport }: ReportCommentProps) => {
  const [state, setState] = useState<Reporting>({ type: 'idle' })
  const reason = useRef<HTMLDivElement>(null)
  const send = async () => {
    setState({ type: 'sending' })
    const failure = await onReport(reason.current?.querySelector('input')?.value ?? '')
    setState(failure === null ? { type: 'done' } : { type: 'failed', message: failure })
  }
  if (state.type === 'done') {
    return (
      <p role="status" className="text-button">
        Thank you. Somebody will look at it.
      </p>
    )
  }
  return (
    <>
      <button type="button" className="text-button" onClick={() => setState({ type: 'asking' })}>
        Report
      </button>
      {state.type === 'idle' ? null : (
        <Dialog
          open
          title="Report this comment?"
          tone="primary"
          confirmLabel="Report"
          cancelLabel="Cancel"
          busy={state.type === 'sending'}
          error={state.type === 'failed' ? state.message : null}
          onConfirm={() => void send()}
          onCancel={() => setState({ type: 'idle' })}
        >
          <div ref={reason}>
            <TextField label="What is wrong with it? (You may leave this empty.)" name="reason" maxLength={REASON_MAX_LENGTH} />
          </div>
        </Dialog>
      )}
    </>
  )
}
