import { type FormEvent, useState } from 'react'
import { useEndNotice } from '#web/features/session/end-notice.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { BUSY, FILL_ALL_FIELDS, type FormState, IDLE, readFields } from '#web/features/session/form-state.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { safeReturnPath } from '#contract/return-path.ts'
import { signIn } from '#web/features/session/session-actions.ts'
import { useHydrated } from '#web/features/use-hydrated.ts'
import { Brand } from '#web/layout/brand.tsx'
import { useSite } from '#web/layout/use-site.ts'
import type { PageHead } from '#web/page-head.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useLocation, useNavigate } from '#web/router/router-context.tsx'

export const head = (): PageHead => ({
  title: 'Sign In',
  description: 'Sign in to comment, to like and to look after your profile.',
  path: '/sign-in',
  noIndex: true,
})

const SignInForm = ({ onSignedIn }: { readonly onSignedIn: () => void }) => {
  const [state, setState] = useState<FormState>(IDLE)
  // Sent before the scripts are there, a form would end on a page of its own.
  const hydrated = useHydrated()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = readFields(event.currentTarget, ['email', 'password'])
    if (fields === null) {
      setState({ kind: 'failed', message: FILL_ALL_FIELDS })
      return
    }
    setState(BUSY)
    const outcome = await signIn(fields)
    setState(outcome.ok ? IDLE : { kind: 'failed', message: outcome.message })
    if (outcome.ok) onSignedIn()
  }
  return (
    // `post`, so that nothing typed before the scripts are here can end up in an address.
    <form method="post" className="stack" onSubmit={(event) => void submit(event)}>
      <TextField label="Email" type="email" name="email" autoComplete="email" placeholder="name@example.com" />
      <TextField label="Password" type="password" name="password" autoComplete="current-password" />
      {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
      <Button type="submit" variant="primary" disabled={!hydrated} busy={state.kind === 'busy'}>
        Sign In
      </Button>
    </form>
  )
}

export const Component = () => {
  const { search, state } = useLocation()
  const params = new URLSearchParams(search)
  const navigate = useNavigate()
  const from = params.get('from')
  const justSignedUp = (state as { signedUp?: boolean } | null)?.signedUp === true
  const { googleSignIn, mail } = useSite()
  const ended = useEndNotice()
  const leave = () => void navigate(safeReturnPath(from), { replace: true })
  return (
    <EntryScreen title="Sign In" brand={<Brand />} intro="You can sign in with your email and password.">
      {justSignedUp ? <Alert kind="success">Your account is ready. You can sign in now.</Alert> : null}
      {ended === null ? null : <Alert>{ended}</Alert>}
      <SignInForm onSignedIn={leave} />
      {mail ? (
        <a href="/forgot-password" className="link link-target">
          Forgot your password?
        </a>
      ) : null}
      {googleSignIn ? <GoogleButton onSignedIn={leave} /> : null}
      <p className="text-ink-soft">
        Dont have an account?{' '}
        <a href={from === null ? '/sign-up' : `/sign-up?from=${encodeURIComponent(from)}`} className="link link-target">
          Sign Up
        </a>
      </p>
    </EntryScreen>
  )
}
