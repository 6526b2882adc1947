import { type FormEvent, type RefObject, useContext, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FieldError } from '#platform/contract/errors.ts'
import { Cancelled, type FormFailure, toFailure as toShownFailure } from '#ui/api/api-error.ts'
import { alertStyle } from '#ui/components/alert.tsx'
import { FormIdContext, RefusedFieldContext } from './field-id.ts'

interface ShownError extends FieldError {
  /** Of its field, as the person sees it. */
  readonly label?: string | undefined
}

/** State of a form. `field` is the field that the message is about. */
export type FormState =
  | { readonly type: 'idle' | 'pending' }
  | {
      readonly type: 'failed'
      readonly message: string
      readonly field?: string | undefined
      /** All fields with an error, if there are several. */
      readonly errors?: readonly ShownError[] | undefined
      /** The server rendered it: the browser moves to it without a script. */
      readonly isPosted?: boolean
    }
  | {
      readonly type: 'done'
      readonly message: string
      readonly isPosted?: boolean
      /** It was changed while it was sent. */
      readonly isChanged?: boolean
    }

interface FormOptions {
  /** Sends the form. Resolves to a message if the form is done, to anything else if the page continues; what it throws is shown. */
  readonly send: (data: FormData, form: HTMLFormElement) => Promise<unknown>
  readonly toFailure?: (error: unknown) => FormFailure
  /** Names of the fields that show their own message. */
  readonly fields?: readonly string[]
  /** State that the server rendered. */
  readonly initial?: FormState | undefined
}

const controlOf = (form: HTMLFormElement | null, field: string): HTMLElement | null => {
  // A rich-text field is no form control: `data-field` is its name, and a part of it may be what is wrong.
  const rich = `[data-field="${field}"]`
  const control = form?.elements.namedItem(field) ?? form?.querySelector(`${rich} [data-refused]`) ?? form?.querySelector(rich)
  // Radio buttons of one name are a list.
  const first = control instanceof RadioNodeList ? control[0] : control
  return first instanceof HTMLElement && !(first instanceof HTMLInputElement && first.type === 'hidden') ? first : null
}

/** The label that the person sees. */
const labelOf = (form: HTMLFormElement | null, field: string): string | undefined => {
  const control = controlOf(form, field)
  if (control instanceof HTMLInputElement && control.type === 'radio')
    return control.closest('fieldset')?.querySelector('legend')?.innerText
  const label = control === null ? null : form?.querySelector<HTMLElement>(`label[for="${CSS.escape(control.id)}"]`)
  return (label ?? control?.closest('label'))?.innerText
}

/**
 * Each failure is announced once. One field: the focus goes there, and the field is described by its message. Several: to the
 * summary, which lists them. None: the message is announced where it appears, and the focus stays.
 */
const showFailure = (form: HTMLFormElement | null, { field, errors = [] }: FormFailure) => {
  const place = form?.querySelector<HTMLElement>('[data-form-message]')
  const summary = place?.querySelector<HTMLElement>('[data-summary]')
  const target = summary ?? (errors.length > 1 || field === undefined ? null : controlOf(form, field))
  target?.focus()
  if (target === null) place?.scrollIntoView({ block: 'nearest' })
}

export interface Form {
  readonly state: FormState
  readonly isPending: boolean
  /** Message of one field; undefined where there is none. */
  readonly errorOf: (field: string) => string | undefined
  /** Why the form failed, unless a field shows it. */
  readonly message: string | null
  /** What the summary lists: fields with an error, if there are several. */
  readonly errors: readonly ShownError[]
  /** Message of a form that stays; null until it is done, and once it is changed. */
  readonly done: string | null
  readonly fail: (failure: FormFailure) => void
  /** Removes the message of a field when the user changes the field; without a name, that of the whole form. */
  readonly clear: (field?: string) => void
  readonly props: {
    readonly ref: RefObject<HTMLFormElement | null>
    /** Before its script is there, a form must not write what was typed into the address. */
    readonly method: 'post'
    readonly noValidate: true
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void
    readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

const errorsOf = ({ field, message, errors }: Extract<FormState, { type: 'failed' }>): readonly ShownError[] =>
  errors ?? (field === undefined ? [] : [{ field, message }])

const withoutError = (state: FormState, name: string | undefined): FormState => {
  if (state.type === 'done' && name === undefined) return { type: 'idle' }
  if (state.type !== 'failed') return state
  const [first, ...others] = errorsOf(state).filter(({ field }) => field !== name)
  if (first === undefined) return state.field === name ? { type: 'idle' } : state
  return { ...state, ...first, errors: others.length === 0 ? undefined : [first, ...others] }
}

const CHANGED_SINCE = 'What you have changed since is not saved yet.'

const doneMessage = (state: FormState): string | null => {
  if (state.type !== 'done') return null
  return state.isChanged ? `${state.message} ${CHANGED_SINCE}` : state.message
}

/** State of a form: it is sent once at a time, and its failure is shown, focused and announced at the field. */
export const useForm = ({ send, toFailure = toShownFailure, fields = [], initial = { type: 'idle' } }: FormOptions): Form => {
  const [state, setState] = useState<FormState>(initial)
  const ref = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const isChanged = useRef(false)
  const fail = (failure: FormFailure) => {
    const errors = failure.errors?.map((error) => ({ ...error, label: labelOf(ref.current, error.field) }))
    // The summary, which takes the focus, must be in the document.
    flushSync(() => setState({ type: 'failed', ...failure, errors }))
    showFailure(ref.current, failure)
  }
  const submit = async (form: HTMLFormElement) => {
    if (isSending.current) return
    isSending.current = true
    isChanged.current = false
    const data = new FormData(form)
    // Without the errors the form is shorter: the second of two taps would meet what is below it.
    form.style.minHeight = `${form.offsetHeight}px`
    setState({ type: 'pending' })
    try {
      const message = await send(data, form)
      setState(typeof message === 'string' ? { type: 'done', message, isChanged: isChanged.current } : { type: 'idle' })
    } catch (error) {
      if (error instanceof Cancelled) setState({ type: 'idle' })
      else fail(toFailure(error))
    } finally {
      form.style.minHeight = ''
      isSending.current = false
    }
  }
  const change = (name?: string) => {
    isChanged.current = true
    setState((before) => withoutError(before, name))
  }
  const errors = state.type === 'failed' ? errorsOf(state).filter(({ field }) => fields.includes(field)) : []
  const isShownAtFields = state.type === 'failed' && errors.length > 0 && errors.length === errorsOf(state).length
  return {
    state,
    isPending: state.type === 'pending',
    errorOf: (name) => errors.find(({ field }) => field === name)?.message,
    errors: isShownAtFields && errors.length > 1 ? errors : [],
    message: state.type === 'failed' && !isShownAtFields ? state.message : null,
    done: doneMessage(state),
    fail,
    clear: change,
    props: {
      ref,
      method: 'post',
      noValidate: true,
      onInput: ({ target, currentTarget }) => {
        // Of a dialog over a form, React would tell that form, too.
        const isOwn = target instanceof Element && target.closest('form') === currentTarget
        if (isOwn && state.type !== 'failed') change()
      },
      onSubmit: (event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
    },
  }
}

/** For a form that the server renders, or a field without a label: 'homePicture' reads 'Home picture'. */
const nameOf = (field: string) => {
  const words = field.replace(/^.*\./, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface SummaryProps {
  readonly errors: readonly ShownError[]
  readonly formRef: RefObject<HTMLFormElement | null>
}

/** GOV.UK's error summary: every error, as a link to its field. It is read when it takes the focus, so it is no live region. */
const ErrorSummary = ({ errors, formRef }: SummaryProps) => {
  const id = useId()
  const formId = useContext(FormIdContext)
  return (
    <div
      role="group"
      tabIndex={-1}
      data-summary=""
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
      className={alertStyle('error')}
    >
      <p id={`${id}-title`} className="font-semibold">
        {`${errors.length} things are not right yet`}
      </p>
      <ul id={`${id}-list`} className="list-disc pl-5">
        {errors.map(({ field, message, label = nameOf(field) }) => (
          <li key={field}>
            <a
              href={`#${formId ?? ''}-${field}`}
              className="link"
              onClick={(event) => {
                const control = controlOf(formRef.current, field)
                if (control === null) return
                event.preventDefault()
                ;(control.closest('fieldset') ?? control.parentElement)?.scrollIntoView({ block: 'center' })
                control.focus({ preventScroll: true })
              }}
            >
              {`${label}: ${message}`}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Place of a form's failure: the live region is mounted empty and filled later, so that a message is announced once. */
export const FormMessage = ({ form: { state, message, errors, props } }: { readonly form: Form }) => {
  const formId = useContext(FormIdContext)
  // Without a target for the fragment of the address, the field takes the focus.
  const isAtField = useContext(RefusedFieldContext) !== undefined
  // Of a form that stays, the result stands beside its button.
  const isBelow = state.type === 'done' && state.isPosted === true
  return (
    <div
      id={formId === undefined || isAtField || isBelow ? undefined : `${formId}-message`}
      tabIndex={-1}
      autoFocus={state.type === 'failed' && state.isPosted && !isAtField}
      data-form-message=""
      className="scroll-mt-[40vh] outline-none not-has-[p]:-mb-4"
    >
      {errors.length === 0 ? null : <ErrorSummary errors={errors} formRef={props.ref} />}
      <div role="alert">{message === null ? null : <p className={alertStyle('error')}>{message}</p>}</div>
    </div>
  )
}
