import { safeReturnPath } from '#contract/return-path.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { signIn } from '#web/features/session/session-actions.ts'
import { useAccountForm } from '#web/features/session/use-account-form.ts'
import { useSite } from '#web/page/page-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage } from '#web/ui/form.tsx'
import { TextField } from '#web/ui/text-field.tsx'

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
      await signIn(fields)
      leave(from)
    },
  })
  return (
    <>
      <form method="post" className="stack" noValidate {...form.props}>
        <input type="hidden" name="form" value="sign-in" />
        <TextField
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          placeholder="name@example.com"
          defaultValue={form.valueOf('email')}
          error={form.errorOf('email')}
        />
        <TextField label="Password" type="password" name="password" autoComplete="current-password" error={form.errorOf('password')} />
        <FormMessage form={form} />
        <Button type="submit" variant="primary" busy={form.isPending}>
          Sign In
        </Button>
      </form>
      {mail ? (
        <a href="/forgot-password" className="link link-target">
          Forgot your password?
        </a>
      ) : null}
      {googleSignIn ? <GoogleButton onSignedIn={() => leave(from)} /> : null}
    </>
  )
}
