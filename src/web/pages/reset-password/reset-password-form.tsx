import { browserApi } from '#web/api/browser-api.ts'
import { LinkTokenField, readLinkToken, removeLinkToken } from '#web/features/session/link-token.tsx'
import { NewPasswordField } from '#web/features/session/account-fields.tsx'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'

export const ResetPasswordForm = () => {
  const form = useAccountForm({
    name: 'reset-password',
    required: ['password'],
    send: async ({ password }) => {
      const { message } = await browserApi('POST /api/auth/reset-password', { body: { token: readLinkToken(), password } })
      removeLinkToken()
      return message
    },
  })
  if (form.state.type === 'done') {
    return (
      <>
        <Alert kind="success">{form.state.message}</Alert>
        <LinkButton href="/sign-in" variant="primary">
          Sign In
        </LinkButton>
      </>
    )
  }
  return (
    <AccountForm name="reset-password" form={form} submitLabel="Change my password">
      <LinkTokenField value={form.valueOf('token')} error={form.errorOf('token')} />
      <NewPasswordField label="New password" error={form.errorOf('password')} />
    </AccountForm>
  )
}
