import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#contract/limits.ts'
import { signInPath } from '#contract/return-path.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { EmailField } from '#web/features/session/email-field.tsx'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { useSite } from '#web/page/page-context.ts'
import { TextField } from '#web/ui/text-field.tsx'

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
        <TextField
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters a to z and numbers`}
          defaultValue={form.valueOf('username')}
          error={form.errorOf('username')}
        />
        <EmailField form={form} />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="new-password"
          hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
          error={form.errorOf('password')}
        />
        <Trap />
      </AccountForm>
      {googleSignIn ? <GoogleButton onSignedIn={() => location.replace(from)} /> : null}
    </>
  )
}
