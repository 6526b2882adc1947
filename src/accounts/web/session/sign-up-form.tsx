import { signUp as signUpEndpoint } from '#accounts/contract/users.endpoints.ts'
import { NOTE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { signInPath } from '#platform/contract/return-path.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Honeypot } from '#accounts/web/honeypot.tsx'
import { AccountForm, EmailField, NewPasswordField, useAccountForm, UsernameField } from './account-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { secondStepPath, storeStep } from './pending-step.ts'
import { readText } from '#ui/forms/form.tsx'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'

/** Path of the sign-in page, which says that the account is ready. */
const welcomePath = (from: string) => {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}welcome=1`
}

interface SignUpFormProps {
  /** A path of this site. */
  readonly from: string
}

export const SignUpForm = ({ from }: SignUpFormProps) => {
  const { googleSignIn, signUp } = useSite()
  const isRequest = signUp === 'request'
  const form = useAccountForm({
    name: 'sign-up',
    required: isRequest ? ['username', 'email', 'password', 'note'] : ['username', 'email', 'password'],
    send: async (fields, all) => {
      const { waits, message } = await browserApi(signUpEndpoint, { body: { ...fields, website: readText(all, 'website') } })
      if (waits) return message
      location.assign(welcomePath(from))
      return undefined
    },
  })
  if (form.state.type === 'done') {
    return (
      <Alert kind="success">
        <strong>Your request is on its way.</strong> {form.state.message}
      </Alert>
    )
  }
  return (
    <>
      <AccountForm name="sign-up" form={form} submitLabel={isRequest ? 'Ask to be let in' : 'Sign Up'}>
        <UsernameField defaultValue={form.valueOf('username')} error={form.errorOf('username')} />
        <EmailField form={form} />
        <NewPasswordField error={form.errorOf('password')} />
        {isRequest ? (
          <TextArea
            label="Who are you?"
            name="note"
            dir="auto"
            maxLength={NOTE_MAX_LENGTH}
            defaultValue={form.valueOf('note')}
            error={form.errorOf('note')}
            hint="A line for the family: ‘I am Ruth’s neighbour.’"
          />
        ) : null}
        <Honeypot />
      </AccountForm>
      {googleSignIn && !isRequest ? (
        <GoogleButton
          onSignedIn={() => location.replace(from)}
          onSecondStep={(step) => {
            storeStep(step)
            location.replace(secondStepPath(from))
          }}
        />
      ) : null}
    </>
  )
}
