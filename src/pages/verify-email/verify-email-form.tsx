import { getSession, verifyEmail } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { AccountForm, LinkTokenField, readLinkToken, removeLinkToken, useAccountForm, userActions } from '#accounts/web/index.ts'
import { appStore } from '#ui/store/app-store.ts'
import { Alert } from '#ui/components/alert.tsx'
import { LinkButton } from '#ui/components/button.tsx'

/** Updates the profile at once, if the user is signed in here. */
const refreshAccount = async () => {
  if (appStore.getState().user.currentUser === null) return
  await browserApi(getSession).then(userActions.signInSuccess, () => {})
}

/** Confirms on a press, not on the visit, because mail programs may open links. */
export const VerifyEmailForm = () => {
  const form = useAccountForm({
    name: 'verify-email',
    required: [],
    send: async () => {
      const { message } = await browserApi(verifyEmail, { body: { token: readLinkToken() } })
      removeLinkToken()
      await refreshAccount()
      return message
    },
  })
  if (form.state.type === 'done') {
    return (
      <>
        <Alert kind="success">{form.state.message}</Alert>
        <LinkButton href="/">Go home</LinkButton>
      </>
    )
  }
  return (
    <AccountForm name="verify-email" form={form} submitLabel="Yes, this address is mine">
      <LinkTokenField value={form.valueOf('token')} error={form.errorOf('token')} />
    </AccountForm>
  )
}
