import { type FormEvent, type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { Button } from './button.tsx'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'

interface DialogProps {
  readonly title: string
  readonly children?: ReactNode
  /** Omitted where there is nothing to confirm. */
  readonly confirmLabel?: string
  /** Omitted where the buttons are among `others`. */
  readonly cancelLabel?: string
  /** `danger` for actions that cannot be undone. */
  readonly tone?: 'danger' | 'primary'
  /** Until it settles, the dialog can be neither confirmed again nor cancelled; why it failed is shown. */
  readonly onConfirm?: (data: FormData) => unknown
  /** In place of `onConfirm`, where fields show their own errors. */
  readonly form?: Form
  /** Other ways than the form, below it. */
  readonly others?: ReactNode
  /** Name of the field to focus first; defaults to the first field. */
  readonly startAt?: string | undefined
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

interface ButtonsProps extends Pick<DialogProps, 'confirmLabel' | 'cancelLabel' | 'tone' | 'onCancel'> {
  /** Of the form. */
  readonly id: string
  readonly isBusy: boolean
}

const Buttons = ({ id, tone, isBusy, confirmLabel, cancelLabel, onCancel }: ButtonsProps) => (
  <div className="row gap-3">
    {confirmLabel === undefined ? null : (
      <Button type="submit" form={id} variant={tone} busy={isBusy}>
        {confirmLabel}
      </Button>
    )}
    <Button disabled={isBusy} onClick={onCancel} data-harmless>
      {cancelLabel}
    </Button>
  </div>
)

const nothing = () => {}

/**
 * Asks before an action. Open while mounted. The focus starts on the first field, or else on the harmless button; Esc acts like
 * that button.
 */
export const Dialog = ({
  title,
  children,
  confirmLabel,
  cancelLabel,
  tone = 'danger',
  onConfirm = nothing,
  form: given,
  others,
  startAt,
  onCancel,
}: DialogProps) => {
  const id = useId()
  const own = useForm({ send: async (data) => onConfirm(data) })
  const form = given ?? own
  const isBusy = form.isPending
  const submit = (event: FormEvent<HTMLFormElement>) => {
    // Of a dialog over a form, React would tell that form, too.
    event.stopPropagation()
    form.props.onSubmit(event)
  }
  return (
    <dialog
      ref={showModal}
      data-start-at={startAt}
      aria-labelledby={`${id}-title`}
      className="card dialog"
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onCancel()
      }}
      onClose={({ currentTarget }) => {
        // A second Esc closes the dialog regardless.
        if (!isBusy) flushSync(onCancel)
        if (currentTarget.isConnected) showModal(currentTarget)
      }}
    >
      <div className="grid gap-4">
        <form {...form.props} id={id} className="grid gap-4" onSubmit={submit}>
          <h2 id={`${id}-title`} className="text-h3">
            {title}
          </h2>
          {children}
          <FormMessage form={form} />
        </form>
        {others}
        {cancelLabel === undefined ? null : <Buttons {...{ id, tone, isBusy, confirmLabel, cancelLabel, onCancel }} />}
      </div>
    </dialog>
  )
}
