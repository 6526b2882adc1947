import { forgotPassword } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AccountForm } from '#accounts/web/session/account-form.tsx'
import { EmailField } from '#accounts/web/session/email-field.tsx'
import { useAccountForm } from '#accounts/web/session/use-account-form.ts'
import { Alert } from '#ui/components/alert.tsx'

export const ForgotPasswordForm = () => {
  const form = useAccountForm({
    name: 'forgot-password',
    required: ['email'],
    send: async (body) => (await browserApi(forgotPassword, { body })).message,
  })
  if (form.state.type === 'done') return <Alert kind="success">{form.state.message}</Alert>
  return (
    <AccountForm name="forgot-password" form={form} submitLabel="Send me a link">
      <EmailField form={form} />
    </AccountForm>
  )
}
