import { browserApi } from '#web/api/browser-api.ts'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { EmailField } from '#web/features/session/email-field.tsx'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { Alert } from '#web/ui/alert.tsx'

export const ForgotPasswordForm = () => {
  const form = useAccountForm({
    name: 'forgot-password',
    required: ['email'],
    send: async (body) => (await browserApi('POST /api/auth/forgot-password', { body })).message,
  })
  if (form.state.type === 'done') return <Alert kind="success">{form.state.message}</Alert>
  return (
    <AccountForm name="forgot-password" form={form} submitLabel="Send me a link">
      <EmailField form={form} />
    </AccountForm>
  )
}
