import { resetPasswordForm } from '#accounts/contract/accounts.forms.ts'
import { AccountForm, LinkTokenField, NewPasswordField, removeLinkToken, resetPassword, withLinkToken } from '#accounts/web/index.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'

export const ResetPasswordForm = () => {
  const form = useDeclaredForm(resetPasswordForm, {
    send: async (body) => {
      const reset = await resetPassword(withLinkToken(body))
      removeLinkToken()
      return reset
    },
  })
  if (form.state.type === 'done') {
    return (
      <>
        <Done form={form}>{(message) => message}</Done>
        <LinkButton href="/sign-in" variant="primary">
          Sign In
        </LinkButton>
      </>
    )
  }
  return (
    // The address keeps its fragment, which holds the token.
    <AccountForm form={form} anchor={null} submitLabel="Change my password">
      <LinkTokenField form={form} />
      <NewPasswordField label="New password" error={form.errorOf('password')} />
    </AccountForm>
  )
}
