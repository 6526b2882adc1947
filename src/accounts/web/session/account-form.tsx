import type { ReactNode } from 'react'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#accounts/contract/account-limits.ts'
import { Button } from '#ui/components/button.tsx'
import { DeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { PasswordField } from '#accounts/web/session/password-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface AccountFormProps {
  readonly form: DeclaredForm
  readonly submitLabel: string
  /** As in `DeclaredForm`. */
  readonly anchor?: null
  /** The fields. */
  readonly children?: ReactNode
}

/** A form of the account pages. */
export const AccountForm = ({ form, submitLabel, anchor, children }: AccountFormProps) => (
  <DeclaredForm form={form} {...(anchor === null ? { anchor } : {})}>
    {children}
    <FormMessage form={form} />
    <Button type="submit" variant="primary" busy={form.isPending}>
      {submitLabel}
    </Button>
  </DeclaredForm>
)

/** Password managers store this field with the password: it is what signs in. */
export const EmailField = ({ form, autoFocus }: { readonly form: DeclaredForm; readonly autoFocus?: boolean }) => (
  <TextField
    label="Email"
    type="email"
    name="email"
    autoComplete="username"
    placeholder="name@example.com"
    autoFocus={autoFocus}
    defaultValue={form.valueOf('email')}
    error={form.errorOf('email')}
  />
)

export const SignInFields = ({ form }: { readonly form: DeclaredForm }) => (
  <>
    <EmailField form={form} />
    <PasswordField label="Password" name="password" autoComplete="current-password" error={form.errorOf('password')} />
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
    autoComplete="nickname"
    autoCapitalize="none"
    spellCheck={false}
    hint={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters a to z and numbers`}
    {...props}
  />
)

interface NewPasswordFieldProps extends FieldProps {
  readonly label?: string
}

export const NewPasswordField = ({ label = 'Password', ...props }: NewPasswordFieldProps) => (
  <PasswordField
    label={label}
    name="password"
    autoComplete="new-password"
    hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
    {...props}
  />
)
