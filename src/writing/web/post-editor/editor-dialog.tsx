import type { Editor } from '@tiptap/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '#ui/components/button.tsx'

interface EditorDialogProps {
  readonly title: string
  readonly children: ReactNode
  readonly confirmLabel: string
  readonly onConfirm: () => void
  readonly onClose: () => void
  /** Another button, between confirming and cancelling. */
  readonly extra?: ReactNode
}

/** Must be closed before React removes it, to return the focus. */
export const showModal = (element: HTMLDialogElement | null) => {
  if (element === null) return undefined
  if (!element.open) element.showModal()
  return () => element.close()
}

/** Closes a dialog and focuses the text synchronously: a letter typed before that would be lost. */
export const backToText = (editor: Editor, close: () => void): void => {
  flushSync(close)
  editor.view.focus()
}

/** A small form over the page. Rendered into <body>, because HTML forms cannot be nested. */
export const EditorDialog = ({ title, children, confirmLabel, onConfirm, onClose, extra }: EditorDialogProps) => {
  const titleId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    onConfirm()
  }
  return createPortal(
    <dialog
      ref={showModal}
      aria-labelledby={titleId}
      className="card dialog"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form className="grid gap-4" noValidate onSubmit={submit}>
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        {children}
        <div className="row gap-3">
          <Button type="submit" variant="primary">
            {confirmLabel}
          </Button>
          {extra}
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
