import { signInPath } from '#contract/return-path.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { NewPasswordField, UsernameField } from '#web/features/session/account-fields.tsx'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { EmailField } from '#web/features/session/email-field.tsx'
import { secondStepPath, storeStep } from '#web/features/session/pending-step.ts'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { useSite } from '#web/page/page-context.ts'

/** Machines fill in every field; people, and their screen readers, never meet this one. */
const Trap = () => (
  <div aria-hidden="true" className="absolute -left-[200vw]">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

/** The sign-in page, which says that the account is ready. */
const welcomePath = (from: string) => {
  const path = signInPath(from)
  return `${path}${path.includes('?') ? '&' : '?'}welcome=1`
}

interface SignUpFormProps {
  /** A path of this site. */
  readonly from: string
}

export const SignUpForm = ({ from }: SignUpFormProps) => {
  const { googleSignIn } = useSite()
  const form = useAccountForm({
    name: 'sign-up',
    required: ['username', 'email', 'password'],
    send: async (fields, all) => {
      const website = all.get('website')
      await browserApi('POST /api/auth/signup', { body: { ...fields, website: typeof website === 'string' ? website : '' } })
      location.assign(welcomePath(from))
    },
  })
  return (
    <>
      <AccountForm name="sign-up" form={form} submitLabel="Sign Up">
        <UsernameField defaultValue={form.valueOf('username')} error={form.errorOf('username')} />
        <EmailField form={form} />
        <NewPasswordField error={form.errorOf('password')} />
        <Trap />
      </AccountForm>
      {googleSignIn ? (
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
