import type { CallOutput, Endpoint, ParamsOf, SchemaInput } from './endpoint.ts'
import type { FieldError, SecondStep } from './errors.ts'

/** Message of a required field that is empty. */
export const FILL_ALL_FIELDS = 'Please fill out all fields.'

/** Reads a field of a form: its submitted values, of which there are none if it was not sent. */
type ReadField = (values: readonly string[]) => unknown

export const text: ReadField = ([value]) => value
/** Trimmed. The browser does not send the form while it is empty. */
export const required: ReadField = ([value]) => value?.trim()
/** Required, and sent as typed: the server also tries passwords of before as they were typed. */
export const requiredAsTyped: ReadField = ([value]) => (value?.trim() ? value : '')
/** Omitted from the call if it is empty. */
export const textUnlessEmpty: ReadField = ([value]) => (value?.trim() ? value : undefined)

export type BodyOf<E extends Endpoint> = E extends { readonly body: infer Schema } ? SchemaInput<Schema> : never
type BodyField<E extends Endpoint> = BodyOf<E> extends never ? never : keyof BodyOf<E> & string

interface FormRules<E extends Endpoint> {
  /** Ids of the pages that show the form. It is posted to the page that shows it, and that page is rendered again if it fails. */
  readonly pages: readonly string[]
  /** Path pattern that it is posted to in place of its page. */
  readonly action?: string
  readonly endpoint: E
  /** Fields of the endpoint's body. */
  readonly fields?: Partial<Record<BodyField<E>, ReadField>>
  /** Fields for the endpoint's path parameters. Which of several forms of this name was sent follows from them. */
  readonly params?: readonly ParamsOf<E['key']>[]
  /** Further fields that distinguish forms of this name. */
  readonly instance?: readonly BodyField<E>[]
  /** Fields that users do not see: a message about one is shown for the whole form. */
  readonly hidden?: readonly BodyField<E>[]
  /** Fields whose submitted values are not rendered again. Passwords must be among them. */
  readonly secret?: readonly BodyField<E>[]
  /** Values of the response that the page needs after success. */
  readonly values?: (output: CallOutput<E>) => Readonly<Record<string, string>>
  /** Message after success, if the endpoint's response has none. */
  readonly done?: string | ((output: CallOutput<E>) => string)
  /** Where success leads; null to stay on the page, with the message. `url` is that of the page. */
  readonly next?: (output: CallOutput<E>, url: URL) => string | null
  /** Where to return after the sign-in that is needed first; without it, the page shows that. */
  readonly afterSignIn?: (url: URL) => string
}

/** A form: rendered as plain HTML, handled by the server and improved in the browser from this one declaration. */
export interface Form<E extends Endpoint = Endpoint> {
  /** Value of the hidden field `form`. */
  readonly name: string
  readonly pages: readonly string[]
  readonly action?: string
  readonly endpoint: E
  readonly fields: Readonly<Record<string, ReadField>>
  readonly params: readonly string[]
  readonly instance: readonly string[]
  readonly hidden: readonly string[]
  readonly secret: readonly string[]
  /** Success may lead to another page. */
  readonly mayLeave: boolean
  /** Methods, so that a list can hold forms of any endpoint. */
  valuesOf(output: CallOutput<E>): Readonly<Record<string, string>>
  messageOf(output: CallOutput<E>): string
  nextOf(output: CallOutput<E>, url: URL): string | null
  readonly afterSignIn: ((url: URL) => string) | undefined
}

/** Declares a form: `form('follow', { pages: ['follow'], endpoint: follow, fields: { email: text } })`. */
export const form = <E extends Endpoint>(name: string, rules: FormRules<E>): Form<E> => {
  const {
    pages,
    action,
    endpoint,
    fields = {},
    params = [],
    instance = [],
    hidden = [],
    secret = [],
    values = () => ({}),
    done,
    next,
    afterSignIn,
  } = rules
  return {
    name,
    pages,
    ...(action === undefined ? {} : { action }),
    endpoint,
    fields: fields as Record<string, ReadField>,
    params,
    instance: [...params, ...instance],
    hidden: [...instance, ...hidden],
    secret,
    mayLeave: next !== undefined,
    valuesOf: values,
    messageOf: (output) => {
      if (done !== undefined) return typeof done === 'string' ? done : done(output)
      return (output as { readonly message?: string }).message ?? 'Done.'
    },
    nextOf: next ?? (() => null),
    afterSignIn,
  }
}

/** Hidden field with the name of the form. */
export const FORM_FIELD = 'form'
/** Hidden field with the path of this site that success leads to, where the page that shows the form decides it. */
export const NEXT_FIELD = 'next'

/** Submitted values by field name. */
type FormValues = Pick<FormData, 'has'> & { readonly getAll: (name: string) => readonly unknown[] }

const valuesOf = (values: FormValues, name: string): readonly string[] =>
  // Forms send CR LF for line ends. Neither database stores NUL.
  values.getAll(name).map((value) => (typeof value === 'string' ? value : '').replaceAll('\r\n', '\n').replaceAll('\0', ''))

/** Input of the form's endpoint. */
export const readForm = (form: Form, values: FormValues) => {
  const { fields, params } = form
  const read = Object.entries(fields).flatMap(([name, readField]) => {
    const value = readField(valuesOf(values, name))
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    params: Object.fromEntries(params.map((name) => [name, valuesOf(values, name)[0] ?? ''])),
    body: Object.fromEntries(read) as Readonly<Record<string, unknown>>,
  }
}

/** Submitted values to render again; several of one name joined by commas. */
export const readValues = ({ fields, params, secret }: Form, values: FormValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...Object.keys(fields), ...params]
      .filter((name) => values.has(name) && !secret.includes(name))
      .map((name) => [name, valuesOf(values, name).join(',')]),
  )

interface Result {
  readonly name: string
  readonly message: string
}

export interface FailedForm extends Result {
  readonly state: 'failed'
  /** Field that the message is about, if any. */
  readonly field?: string
  /** All fields with an error, if there are several. */
  readonly errors?: readonly FieldError[]
  /** Submitted values by field name; never a password. */
  readonly values: Readonly<Record<string, string>>
}

export interface DoneForm extends Result {
  readonly state: 'done'
  /** Values of `instance`, and those of the response that the page needs. */
  readonly values?: Readonly<Record<string, string>>
}

/** The password was right; the second step is pending. */
export interface BegunSecondStep extends Result {
  readonly name: 'code'
  readonly state: 'begun'
  readonly secondStep: SecondStep
}

/** Result of a submitted form, for the page that is rendered in response. */
export type FormResult = FailedForm | BegunSecondStep | DoneForm

/** Name of the failure of a form that the rendered page does not show; the layout shows its message. */
export const NO_FORM = ''
