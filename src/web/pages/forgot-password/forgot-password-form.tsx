import { browserApi } from '#web/api/browser-api.ts'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export const ForgotPasswordForm = () => {
  const form = useAccountForm({
    name: 'forgot-password',
    required: ['email'],
    send: async (body) => (await browserApi('POST /api/auth/forgot-password', { body })).message,
  })
  if (form.state.type === 'done') return <Alert kind="success">{form.state.message}</Alert>
  return (
    <form method="post" className="stack" noValidate {...form.props}>
      <input type="hidden" name="form" value="forgot-password" />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        placeholder="name@example.com"
        defaultValue={form.valueOf('email')}
        error={form.errorOf('email')}
      />
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Send me a link
      </Button>
    </form>
  )
}
