import { resetPassword } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AccountForm, LinkTokenField, NewPasswordField, readLinkToken, removeLinkToken, useAccountForm } from '#accounts/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'

export const ResetPasswordForm = () => {
  const form = useAccountForm({
    name: 'reset-password',
    required: ['password'],
    send: async ({ password }) => {
      const { message } = await browserApi(resetPassword, { body: { token: readLinkToken(), password } })
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
