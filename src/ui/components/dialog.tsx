import { type ReactNode, useId } from 'react'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { type Form, FormMessage } from '#ui/forms/form.tsx'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly children?: ReactNode
  /** Omitted where there is nothing to confirm. */
  readonly confirmLabel?: string
  readonly cancelLabel: string
  /** `danger` for actions that cannot be undone. */
  readonly tone?: 'danger' | 'primary'
  /** Form that confirming sends. Replaces `busy`, `error` and `onConfirm`. */
  readonly form?: Form
  /** The confirmed action is running: it can be neither confirmed again nor cancelled. */
  readonly busy?: boolean
  readonly error?: string | null
  /** Name of the field to focus first; defaults to the first field. */
  readonly startAt?: string | undefined
  readonly onConfirm?: () => void
  readonly onCancel: () => void
}

/** Must be closed before React removes it, to return the focus. */
const showModal = (element: HTMLDialogElement | null) => {
  if (element === null) return undefined
  if (!element.open) element.showModal()
  const { startAt } = element.dataset
  // The browser would focus the first button, and React's autoFocus runs before the dialog is open.
  const first = startAt === undefined ? 'input, textarea, select, [data-harmless]' : `[name="${startAt}"]`
  element.querySelector<HTMLElement>(first)?.focus()
  return () => element.close()
}

const ConfirmButton = ({ form, tone, busy, confirmLabel, onConfirm }: Omit<DialogProps, 'open' | 'title' | 'cancelLabel' | 'onCancel'>) =>
  confirmLabel === undefined ? null : (
    <Button type={form === undefined ? 'button' : 'submit'} variant={tone} busy={busy} onClick={onConfirm}>
      {confirmLabel}
    </Button>
  )

/** Asks before an action. The focus starts on the first field, or else on the harmless button; Esc acts like that button. */
export const Dialog = ({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'danger',
  form,
  busy = form?.isPending ?? false,
  error,
  startAt,
  onConfirm,
  onCancel,
}: DialogProps) => {
  const titleId = useId()
  if (!open) return null
  const content = (
    <>
      <h2 id={titleId} className="text-h3">
        {title}
      </h2>
      {children}
      {form === undefined ? null : <FormMessage form={form} />}
      {error ? <Alert>{error}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        <ConfirmButton {...{ form, tone, busy, confirmLabel, onConfirm }} />
        <Button variant="quiet" disabled={busy} onClick={onCancel} data-harmless>
          {cancelLabel}
        </Button>
      </div>
    </>
  )
  return (
    <dialog
      ref={showModal}
      data-start-at={startAt}
      aria-labelledby={titleId}
      className="card dialog"
      onCancel={(event) => {
        event.preventDefault()
        if (!busy) onCancel()
      }}
      onClose={({ currentTarget }) => {
        // A second Esc closes the dialog regardless.
        if (busy) currentTarget.showModal()
        else onCancel()
      }}
    >
      {form === undefined ? (
        <div className="grid gap-4">{content}</div>
      ) : (
        <form {...form.props} className="grid gap-4">
          {content}
        </form>
      )}
    </dialog>
  )
}
