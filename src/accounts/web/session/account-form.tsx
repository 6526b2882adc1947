import type { ReactNode } from 'react'
import { Button } from '#ui/components/button.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import type { AccountFormState } from './use-account-form.ts'

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
