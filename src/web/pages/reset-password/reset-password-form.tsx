import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { LinkTokenField, readLinkToken, removeLinkToken } from '#web/features/session/link-token.tsx'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { Alert } from '#web/ui/alert.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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
      <TextField
        label="New password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
        error={form.errorOf('password')}
      />
    </AccountForm>
  )
}
