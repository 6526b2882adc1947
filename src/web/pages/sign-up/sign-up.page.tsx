import { type FormEvent, useState } from 'react'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from '#contract/limits.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { BUSY, FILL_ALL_FIELDS, type FormState, IDLE, readFields } from '#web/features/session/form-state.ts'
import { GoogleButton } from '#web/features/session/google-button.tsx'
import { safeReturnPath, signInPath } from '#contract/return-path.ts'
import { signUp } from '#web/features/session/session-actions.ts'
import { useHydrated } from '#web/features/use-hydrated.ts'
import { Brand } from '#web/layout/brand.tsx'
import { useSite } from '#web/layout/use-site.ts'
import type { PageHead } from '#web/page-head.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useLocation, useNavigate } from '#web/router/router-context.tsx'

export const head = (): PageHead => ({
  title: 'Sign Up',
  description: 'Make an account to comment on posts and to like what others wrote.',
  path: '/sign-up',
  noIndex: true,
})

/** Machines fill in every field; people, and their screen readers, never meet this one. */
const Trap = () => (
  <div aria-hidden="true" className="absolute -left-[200vw]">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)

const readTrap = (form: HTMLFormElement): string => {
  const value = new FormData(form).get('website')
  return typeof value === 'string' ? value : ''
}

const SignUpForm = ({ onSignedUp }: { readonly onSignedUp: () => void }) => {
  const [state, setState] = useState<FormState>(IDLE)
  // Sent before the scripts are there, a form would end on a page of its own.
  const hydrated = useHydrated()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = readFields(event.currentTarget, ['username', 'email', 'password'])
    if (fields === null) {
      setState({ kind: 'failed', message: FILL_ALL_FIELDS })
      return
    }
    const form = event.currentTarget
    setState(BUSY)
    const outcome = await signUp({ ...fields, website: readTrap(form) })
    setState(outcome.ok ? IDLE : { kind: 'failed', message: outcome.message })
    if (outcome.ok) onSignedUp()
  }
  return (
    <form method="post" className="stack" onSubmit={(event) => void submit(event)}>
      <TextField
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={`${USERNAME_MIN_LENGTH} to ${USERNAME_MAX_LENGTH} letters a to z and numbers`}
      />
      <TextField label="Email" type="email" name="email" autoComplete="email" placeholder="name@example.com" />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="new-password"
        hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
      />
      <Trap />
      {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
      <Button type="submit" variant="primary" disabled={!hydrated} busy={state.kind === 'busy'}>
        Sign Up
      </Button>
    </form>
  )
}

export const Component = () => {
  const params = new URLSearchParams(useLocation().search)
  const navigate = useNavigate()
  const { author, googleSignIn } = useSite()
  const from = safeReturnPath(params.get('from'))
  const who = author === '' ? 'we write' : `${author} writes`
  return (
    <EntryScreen
      title="Sign Up"
      brand={<Brand />}
      intro={`This is a blog where ${who} about things you might like. With an account you can comment, and put a heart on what others say.`}
    >
      <SignUpForm onSignedUp={() => void navigate(signInPath(from), { state: { signedUp: true } })} />
      {googleSignIn ? <GoogleButton onSignedIn={() => void navigate(from, { replace: true })} /> : null}
      <p className="text-ink-soft">
        Have an account?{' '}
        <a href={signInPath(from)} className="link link-target">
          Sign In
        </a>
      </p>
    </EntryScreen>
  )
}
