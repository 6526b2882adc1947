import { TextField } from '#ui/forms/text-field.tsx'
import { EmailField } from './email-field.tsx'
import type { AccountFormState } from './use-account-form.ts'

export const SignInFields = ({ form }: { readonly form: AccountFormState }) => (
  <>
    <EmailField form={form} />
    <TextField label="Password" type="password" name="password" autoComplete="current-password" error={form.errorOf('password')} />
  </>
)
