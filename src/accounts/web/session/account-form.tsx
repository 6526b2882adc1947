import { ApiError, toFailure } from '#ui/api/api-error.ts'
import { usePage } from '#site/web/index.ts'
import { type Form, type FormState, useForm, FormMessage } from '#ui/forms/form.tsx'
import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#platform/contract/limits.ts'

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

interface AccountFormProps {
  readonly name: string
  readonly form: AccountFormState
  readonly submitLabel: string
  /** The fields. */
  readonly children?: ReactNode
}

/** A form of the account pages. Without scripts it is posted to its page. */
export const AccountForm = ({ name, form, submitLabel, children }: AccountFormProps) => (
  <form method="post" className="stack" noValidate {...form.props}>
    <input type="hidden" name="form" value={name} />
    {children}
    <FormMessage form={form} />
    <Button type="submit" variant="primary" busy={form.isPending}>
      {submitLabel}
    </Button>
  </form>
)

export const EmailField = ({ form }: { readonly form: AccountFormState }) => (
  <TextField
    label="Email"
    type="email"
    name="email"
    autoComplete="email"
    placeholder="name@example.com"
    defaultValue={form.valueOf('email')}
    error={form.errorOf('email')}
  />
)

export const SignInFields = ({ form }: { readonly form: AccountFormState }) => (
  <>
    <EmailField form={form} />
    <TextField label="Password" type="password" name="password" autoComplete="current-password" error={form.errorOf('password')} />
  </>
)

interface FieldProps {
  readonly error: string | undefined
  readonly defaultValue?: string | undefined
}

export const UsernameField = (props: FieldProps) => (
  <TextField
    label="Username"
    name="username"
    autoComplete="username"
    autoCapitalize="none"
    spellCheck={false}
    hint={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters a to z and numbers`}
    {...props}
  />
)

interface NewPasswordFieldProps {
  readonly label?: string
  readonly error: string | undefined
}

export const NewPasswordField = ({ label = 'Password', error }: NewPasswordFieldProps) => (
  <TextField
    label={label}
    type="password"
    name="password"
    autoComplete="new-password"
    hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
    error={error}
  />
)
