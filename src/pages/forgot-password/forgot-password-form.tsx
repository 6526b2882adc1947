import { forgotPassword } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AccountForm, EmailField, useAccountForm } from '#accounts/web/index.ts'
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
