import { signUp as signUpEndpoint } from '#accounts/contract/users.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { storeNewEmail } from './new-email.ts'
import { signUpForm } from '#accounts/contract/accounts.forms.ts'
import { NOTE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { AccountForm, EmailField, NewPasswordField, UsernameField } from './account-form.tsx'
import { GoogleButton } from './google-button.tsx'
import { signInStepPath, storeStep } from './pending-step.ts'
import { useSite } from '#site/web/index.ts'
import { TextArea } from '#ui/forms/text-field.tsx'

interface SignUpFormProps {
  /** A path of this site. */
  readonly from: string
}

export const SignUpForm = ({ from }: SignUpFormProps) => {
  const { googleSignIn, isClosed } = useSite()
  const form = useDeclaredForm(signUpForm, {
    required: isClosed ? ['note'] : [],
    send: async (body) => {
      const created = await browserApi(signUpEndpoint, { body })
      if (!created.waits) storeNewEmail(body.email.trim())
      return created
    },
  })
  if (form.state.type === 'done') {
    return (
      <Done form={form}>
        {(message) => (
          <>
            <strong>Your request is on its way.</strong> {message}
          </>
        )}
      </Done>
    )
  }
  return (
    <>
      <AccountForm form={form} submitLabel={isClosed ? 'Ask to be let in' : 'Sign Up'}>
        <UsernameField defaultValue={form.valueOf('username')} error={form.errorOf('username')} />
        <EmailField form={form} />
        <NewPasswordField error={form.errorOf('password')} />
        {isClosed ? (
          <TextArea
            label="Who are you?"
            name="note"
            dir="auto"
            maxLength={NOTE_MAX_LENGTH}
            defaultValue={form.valueOf('note')}
            error={form.errorOf('note')}
            hint="A line for the family, such as ‘I am Ruth’s neighbour.’"
          />
        ) : null}
      </AccountForm>
      {googleSignIn && !isClosed ? (
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
