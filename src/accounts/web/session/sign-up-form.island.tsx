import { signUp as signUpEndpoint } from '#accounts/contract/users.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { storeNewEmail } from './new-email.ts'
import { signUpForm } from '#accounts/contract/accounts.forms.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { AccountForm, EmailField, NewPasswordField, UsernameField } from './account-form.tsx'
import { RequestAccount } from './request-forms.tsx'
import { GoogleButton } from './google-button.tsx'
import { signInStepPath, storeStep } from './pending-step.ts'
import { useSite } from '#site/web/index.ts'

interface SignUpFormProps {
  /** A path of this site. */
  readonly from: string
}

const OpenSignUp = ({ from }: SignUpFormProps) => {
  const { googleSignIn } = useSite()
  const form = useDeclaredForm(signUpForm, {
    send: async (body) => {
      const created = await browserApi(signUpEndpoint, { body })
      storeNewEmail(body.email.trim())
      return created
    },
  })
  return (
    <>
      <AccountForm form={form} submitLabel="Sign Up">
        <UsernameField defaultValue={form.valueOf('username')} error={form.errorOf('username')} />
        <EmailField form={form} />
        <NewPasswordField error={form.errorOf('password')} />
      </AccountForm>
      {googleSignIn ? (
        <GoogleButton
          onSignedIn={() => location.replace(from)}
          onSecondStep={(step) => {
            storeStep(step)
            location.replace(signInStepPath(from, 'code'))
          }}
        />
      ) : null}
    </>
  )
}

/** On a closed blog, people ask instead. */
export const SignUpForm = (props: SignUpFormProps) => (useSite().isClosed ? <RequestAccount /> : <OpenSignUp {...props} />)
