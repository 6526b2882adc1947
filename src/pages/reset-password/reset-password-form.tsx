import { resetPassword } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LinkTokenField, readLinkToken, removeLinkToken } from '#accounts/web/session/link-token.tsx'
import { NewPasswordField } from '#accounts/web/session/account-fields.tsx'
import { AccountForm } from '#accounts/web/session/account-form.tsx'
import { useAccountForm } from '#accounts/web/session/use-account-form.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/link-button.tsx'

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
