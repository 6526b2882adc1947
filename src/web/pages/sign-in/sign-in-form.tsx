import { safeReturnPath } from '#contract/return-path.ts'
import { AccountForm } from '#web/features/session/account-form.tsx'
import { storeEndNotice } from '#web/features/session/end-notice.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { PasskeyButton } from '#web/features/session/passkey-button.tsx'
import { signInWithPasskey } from '#web/features/session/passkeys.ts'
import { signIn } from '#web/features/session/session-actions.ts'
import { SignInFields } from '#web/features/session/sign-in-fields.tsx'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { useSite } from '#web/page/page-context.ts'

interface SignInFormProps {
  /** Where the user came from; null for home. */
  readonly from: string | null
}

/** Signed in, the sign-in page is no place to come back to. */
const leave = (from: string | null) => location.replace(safeReturnPath(from))

export const SignInForm = ({ from }: SignInFormProps) => {
  const { googleSignIn, mail } = useSite()
  const form = useAccountForm({
    name: 'sign-in',
    required: ['email', 'password'],
    send: async (fields) => {
      // Its own failure says the same.
      storeEndNotice(null)
      await signIn(fields)
      leave(from)
    },
  })
  return (
    <>
      <AccountForm name="sign-in" form={form} submitLabel="Sign In">
        <SignInFields form={form} />
      </AccountForm>
      {mail ? (
        <a href="/forgot-password" className="link link-target">
          Forgot your password?
        </a>
      ) : null}
      <PasskeyButton
        label="Sign in with a passkey"
        onPress={async () => {
          storeEndNotice(null)
          await signInWithPasskey()
          leave(from)
        }}
      />
      {googleSignIn ? <GoogleButton onSignedIn={() => leave(from)} /> : null}
    </>
  )
}
