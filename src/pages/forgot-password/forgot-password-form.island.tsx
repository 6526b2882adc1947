import { forgotPasswordForm } from '#accounts/contract/accounts.forms.ts'
import { AccountForm, EmailField } from '#accounts/web/index.ts'
import { Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'

export const ForgotPasswordForm = () => {
  const form = useDeclaredForm(forgotPasswordForm)
  if (form.state.type === 'done') return <Done form={form}>{(message) => message}</Done>
  return (
    <AccountForm form={form} submitLabel="Send me a link">
      <EmailField form={form} />
    </AccountForm>
  )
}
