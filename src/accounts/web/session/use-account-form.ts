import { ApiError, toFailure } from '#ui/api/api-error.ts'
import { usePage } from '#site/web/index.ts'
import { type Form, type FormState, useForm } from '#ui/forms/form.tsx'

/** Shown by the forms and by the server (docs/product.md, 5). */
const FILL_ALL_FIELDS = 'Please fill out all fields.'

interface Options<Field extends string> {
  readonly name: string
  /** Required fields, sent trimmed. */
  readonly required: readonly Field[]
  readonly send: (fields: Readonly<Record<Field, string>>, all: FormData) => Promise<string | void>
}

export interface AccountFormState extends Form {
  /** Value that was sent before, if the server rendered the form again. */
  readonly valueOf: (field: string) => string | undefined
}

/** Form of an account page. Its first state is that of the server's response; then it is sent without a reload. */
export const useAccountForm = <Field extends string>({ name, required, send }: Options<Field>): AccountFormState => {
  const { form: result } = usePage()
  const own = result?.name === name ? result : null
  const initial: FormState | undefined =
    own === null || own.state === 'begun'
      ? undefined
      : own.state === 'done'
        ? { type: 'done', message: own.message }
        : { type: 'failed', message: own.message, field: own.field }
  const form = useForm({
    toFailure,
    initial,
    fields: required,
    send: (all) => {
      const read = (field: Field) => {
        const value = all.get(field)
        return typeof value === 'string' ? value.trim() : ''
      }
      const fields = Object.fromEntries(required.map((field) => [field, read(field)])) as Record<Field, string>
      const empty = required.find((field) => fields[field] === '')
      if (empty !== undefined)
        return Promise.reject(new ApiError({ status: 400, code: 'bad_request', message: FILL_ALL_FIELDS, field: empty }))
      return send(fields, all)
    },
  })
  return { ...form, valueOf: (field) => (own?.state === 'failed' ? own.values[field] : undefined) }
}
