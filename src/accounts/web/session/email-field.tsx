import { TextField } from '#ui/forms/text-field.tsx'
import type { AccountFormState } from './use-account-form.ts'

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
