import { type ReactNode, useContext } from 'react'
import type { CallOutput, Endpoint } from '#platform/contract/endpoint.ts'
import {
  type BodyOf,
  type FailedForm,
  FORM_FIELD,
  type Form as Declaration,
  type FormResult,
  NEXT_FIELD,
  readForm,
  required,
  requiredAsTyped,
  text,
} from '#platform/contract/form.ts'
import { safeReturnPath } from '#platform/contract/return-path.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { focusOnce } from '#ui/components/focus-notice.ts'
import { FormIdContext, RefusedFieldContext } from './field-id.ts'
import { FormResultContext } from './form-result.ts'
import { type Form, type FormState, useForm } from './form.tsx'
import { leaveTo } from './leave-to.ts'
import { requireFields } from './sent-values.ts'

type Values = Readonly<Record<string, string>>

interface DeclaredFormOptions<E extends Endpoint> {
  /** Values of the fields that distinguish forms of this name. */
  readonly instance?: Values
  /** Where success leads, if this page decides it: a path of this site. */
  readonly next?: string | undefined
  /** Fields that must not be empty, in addition to those that the declaration requires. */
  readonly required?: readonly string[]
  /** Calls the endpoint in another way than by its fields. */
  readonly send?: (body: BodyOf<E>, data: FormData) => Promise<CallOutput<E>>
  /** Whether it handles what the endpoint threw; what it does not handle is shown. */
  readonly onFailure?: (error: unknown) => boolean
  /** Called in the browser after success, instead of leaving or showing the message. Resolves to a message, if there is one. */
  readonly onDone?: undefined | ((output: CallOutput<E>, form: HTMLFormElement, sent: BodyOf<E>) => string | void | Promise<string | void>)
}

export interface DeclaredForm extends Form {
  readonly name: string
  readonly instance: Values
  readonly next: string | undefined
  /** Success shows a message on this page. */
  readonly isStaying: boolean
  /** The server rendered its result: it was sent without its script. */
  readonly wasPosted: boolean
  /** Value that was sent before, if the server rendered the form again. */
  readonly valueOf: (field: string) => string | undefined
  /** Whether a checkbox is ticked. */
  readonly isTicked: (field: string, stored: boolean) => boolean
}

/** The field that the server refused, if it is the only one. */
const refusedField = ({ state, errors, message }: Form): string | undefined =>
  state.type === 'failed' && state.isPosted === true && errors.length === 0 && message === null ? state.field : undefined

const isOf = (result: FormResult, name: string, instance: Values): boolean => {
  const sent = result.state === 'begun' ? {} : (result.values ?? {})
  return result.name === name && Object.entries(instance).every(([field, value]) => sent[field] === value)
}

const stateOf = (own: FormResult | null): FormState | undefined => {
  if (own?.state === 'done') return { type: 'done', message: own.message, isPosted: true }
  if (own?.state !== 'failed') return undefined
  return { type: 'failed', message: own.message, field: own.field, errors: own.errors, isPosted: true }
}

/** State of a declared form. It begins as the server rendered it; then it is sent without a reload. */
export const useDeclaredForm = <E extends Endpoint>(declaration: Declaration<E>, options: DeclaredFormOptions<E> = {}): DeclaredForm => {
  const { instance = {}, next, send, onDone, onFailure } = options
  const result = useContext(FormResultContext)
  const own = result !== null && isOf(result, declaration.name, instance) ? result : null
  const failed: FailedForm | null = own?.state === 'failed' ? own : null
  const names = Object.keys(declaration.fields)
  const needed = names.filter(
    (name) => [required, requiredAsTyped].includes(declaration.fields[name] ?? text) || options.required?.includes(name),
  )
  const call = browserApi as (endpoint: Endpoint, input: object) => Promise<CallOutput<E>>
  const form = useForm({
    initial: stateOf(own),
    fields: names.filter((name) => !declaration.hidden.includes(name)),
    send: async (data, element) => {
      const input = readForm(declaration, data)
      requireFields(needed, input.body)
      let output: CallOutput<E>
      try {
        output = await (send ? send(input.body as BodyOf<E>, data) : call(declaration.endpoint, input))
      } catch (error) {
        if (onFailure?.(error) === true) return undefined
        throw error
      }
      if (onDone) return onDone(output, element, input.body as BodyOf<E>)
      const target = next === undefined ? declaration.nextOf(output, new URL(location.href)) : safeReturnPath(next)
      if (target === null) return declaration.messageOf(output)
      return leaveTo(target)
    },
  })
  return {
    ...form,
    name: declaration.name,
    instance,
    next,
    isStaying: next === undefined && !declaration.mayLeave,
    wasPosted: own !== null,
    valueOf: (field) => failed?.values[field],
    isTicked: (field, stored) => (failed === null ? stored : field in failed.values),
  }
}

interface DeclaredFormProps {
  readonly form: DeclaredForm
  /** Id of the form; needed if a page has several of one name. */
  readonly id?: string
  /** Fragment of the page that a browser without the script shows after sending; null to keep the address as it is. */
  readonly anchor?: string | null
  /** Path that it is posted to, if that is not its page. */
  readonly path?: string
  readonly label?: string | undefined
  readonly className?: string
  /** The fields, with `FormMessage` above the button. */
  readonly children: ReactNode
}

/** A redirect would inherit the fragment, so a form that may lead elsewhere has none; there its message has `autofocus`. */
const actionOf = ({ form, path = '', anchor, formId }: Pick<DeclaredFormProps, 'form' | 'path' | 'anchor'> & { formId: string }) => {
  if (anchor === null || (anchor === undefined && !form.isStaying)) return path === '' ? undefined : path
  return `${path}#${anchor ?? `${formId}-message`}`
}

/** The form's element, as plain HTML. */
export const DeclaredForm = ({ form, id, anchor, path, label, className, children }: DeclaredFormProps) => {
  const formId = id ?? [form.name, ...Object.values(form.instance)].join('-')
  return (
    <FormIdContext value={formId}>
      <RefusedFieldContext value={refusedField(form)}>
        <form action={actionOf({ form, path, anchor, formId })} aria-label={label} className={className ?? 'stack'} {...form.props}>
          <input type="hidden" name={FORM_FIELD} value={form.name} />
          {Object.entries(form.instance).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {form.next === undefined ? null : <input type="hidden" name={NEXT_FIELD} value={form.next} />}
          {children}
        </form>
      </RefusedFieldContext>
    </FormIdContext>
  )
}

interface DoneProps {
  readonly form: DeclaredForm
  /** Shown in place of the form, with the message. */
  readonly children: (message: string) => ReactNode
}

/**
 * What replaces a form after success. The pressed button is gone, so the message takes the focus: it is read then, and is no
 * live region, which would read it a second time.
 */
export const Done = ({ form: { name, state, wasPosted }, children }: DoneProps) => {
  if (state.type !== 'done') return null
  const focus = wasPosted ? { autoFocus: true } : { ref: focusOnce }
  return (
    <div {...focus} id={`${name}-message`} tabIndex={-1} className="alert alert-success outline-none">
      {children(state.message)}
    </div>
  )
}
