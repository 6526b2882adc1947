import { getSession, verifyEmail } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { verifyEmailForm } from '#accounts/contract/accounts.forms.ts'
import { AccountForm, LinkTokenField, removeLinkToken, userActions, withLinkToken } from '#accounts/web/index.ts'
import { appStore } from '#ui/store/app-store.ts'
import { Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { LinkButton } from '#ui/components/button.tsx'

/** Updates the profile at once, if the user is signed in here. */
const refreshAccount = async () => {
  if (appStore.getState().user.currentUser === null) return
  await browserApi(getSession).then(userActions.signInSuccess, () => {})
}

/** Confirms on a press, not on the visit, because mail programs may open links. */
export const VerifyEmailForm = () => {
  const form = useDeclaredForm(verifyEmailForm, {
    send: (body) => browserApi(verifyEmail, { body: withLinkToken(body) }),
    onDone: async ({ message }) => {
      removeLinkToken()
      await refreshAccount()
      return message
    },
  })
  if (form.state.type === 'done') {
    return (
      <>
        <Done form={form}>{(message) => message}</Done>
        <LinkButton href="/welcome" variant="primary">
          Choose my mails
        </LinkButton>
        <LinkButton href="/">Go home</LinkButton>
      </>
    )
  }
  return (
    <>
      <AccountForm form={form} anchor={null} submitLabel="Yes, this address is mine">
        <LinkTokenField form={form} />
      </AccountForm>
      {form.state.type === 'failed' ? <LinkButton href="/dashboard?tab=profile">My profile</LinkButton> : null}
    </>
  )
}
