import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { alertStyle } from '#ui/components/alert.tsx'

/** State of a form. `field` is the field that the message is about. */
export type FormState =
  | { readonly type: 'idle' | 'pending' }
  | { readonly type: 'failed'; readonly message: string; readonly field?: string | undefined }
  | { readonly type: 'done'; readonly message: string }

/** Why a form could not be sent. */
export interface FormFailure {
  readonly message: string
  readonly field?: string | undefined
}

interface FormOptions {
  /** Sends the form. Resolves to a message if the form is done, to nothing if the page continues; `toFailure` converts what it throws. */
  readonly send: (data: FormData, form: HTMLFormElement) => Promise<string | void>
  readonly toFailure: (error: unknown) => FormFailure
  /** Names of the fields that show their own message. */
  readonly fields?: readonly string[]
  /** State that the server rendered. */
  readonly initial?: FormState | undefined
}

/** Focuses the field with the error, or the message if it is about no field. */
const focusFailure = (form: HTMLFormElement | null, field: string | undefined) => {
  // A rich-text field is no form control: `data-field` is its name.
  const control = field === undefined ? null : (form?.elements.namedItem(field) ?? form?.querySelector(`[data-field="${field}"]`))
  const target = control instanceof HTMLElement ? control : form?.querySelector<HTMLElement>('[data-form-message]')
  target?.focus()
}

export interface Form {
  readonly state: FormState
  readonly isPending: boolean
  /** Message of one field; undefined where there is none. */
  readonly errorOf: (field: string) => string | undefined
  /** Why the form failed, unless a field shows it. */
  readonly message: string | null
  readonly fail: (failure: FormFailure) => void
  /** Removes the message of a field when the user changes the field. */
  readonly clear: (field: string) => void
  readonly props: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void }
}

/** State of a form: it is sent once at a time, and its failure is shown, focused and announced at the field. */
export const useForm = ({ send, toFailure, fields = [], initial = { type: 'idle' } }: FormOptions): Form => {
  const [state, setState] = useState<FormState>(initial)
  const ref = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const fail = ({ message, field }: FormFailure) => {
    flushSync(() => setState({ type: 'failed', message, field }))
    focusFailure(ref.current, field)
  }
  const submit = async (form: HTMLFormElement) => {
    if (isSending.current) return
    isSending.current = true
    const data = new FormData(form)
    setState({ type: 'pending' })
    try {
      const message = await send(data, form)
      setState(typeof message === 'string' ? { type: 'done', message } : { type: 'idle' })
    } catch (error) {
      fail(toFailure(error))
    } finally {
      isSending.current = false
    }
  }
  return {
    state,
    isPending: state.type === 'pending',
    errorOf: (field) => (state.type === 'failed' && state.field === field ? state.message : undefined),
    message: state.type === 'failed' && !fields.includes(state.field ?? '') ? state.message : null,
    fail,
    clear: (field) => setState((before) => (before.type === 'failed' && before.field === field ? { type: 'idle' } : before)),
    props: {
      ref,
      onSubmit: (event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

/** Place of a form's message: mounted empty, so that screen readers announce it. */
export const FormMessage = ({ form: { state, message } }: { readonly form: Form }) => (
  <div role="alert" data-form-message="" tabIndex={-1} className="outline-none empty:-mb-4">
    {message === null ? null : <p className={alertStyle('error')}>{message}</p>}
    {message === null && state.type === 'failed' ? <span className="sr-only">{state.message}</span> : null}
  </div>
)

/** Text of a form field; empty if there is none. */
export const readText = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** Shows the stored values, for instance trimmed ones, in fields that have not changed since they were sent. */
export const showStored = (
  form: HTMLFormElement | null,
  sent: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, string>>,
): void => {
  for (const [name, value] of Object.entries(stored)) {
    const field = form?.elements.namedItem(name)
    if ((field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value === sent[name]) field.value = value
  }
}
