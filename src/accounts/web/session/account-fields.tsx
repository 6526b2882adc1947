import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#platform/contract/limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'

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
