import { type FormEvent, useRef } from 'react'
import { browserApi } from '#web/api/browser-api.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { FILL_ALL_FIELDS, readFields } from '#web/features/session/form-state.ts'
import { useRequest } from '#web/features/session/use-request.ts'
import { Brand } from '#web/layout/brand.tsx'
import { useSite } from '#web/layout/use-site.ts'
import type { PageHead } from '#web/page-head.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/features/use-hydrated.ts'

export const head = (): PageHead => ({
  title: 'Forgot your password?',
  description: 'Ask for a link to choose a new password.',
  path: '/forgot-password',
  noIndex: true,
})

const ForgotPasswordForm = () => {
  // Sent before the scripts are there, a form would end on a page of its own.
  const hydrated = useHydrated()
  const email = useRef('')
  const { state, send, fail } = useRequest(() => browserApi('POST /api/auth/forgot-password', { body: { email: email.current } }))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = readFields(event.currentTarget, ['email'])
    if (fields === null) return fail(FILL_ALL_FIELDS)
    email.current = fields.email
    void send()
  }
  if (state.kind === 'done') return <Alert kind="success">{state.message}</Alert>
  return (
    <form method="post" className="grid gap-4" onSubmit={submit}>
      <TextField label="Email" type="email" name="email" autoComplete="email" placeholder="name@example.com" />
      {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
      <Button type="submit" variant="primary" disabled={!hydrated} busy={state.kind === 'busy'}>
        Send me a link
      </Button>
    </form>
  )
}

export const Component = () => (
  <EntryScreen
    title="Forgot your password?"
    brand={<Brand />}
    intro="It happens. Tell us your email, and we send you a link with which you can choose a new one."
  >
    {useSite().mail ? (
      <ForgotPasswordForm />
    ) : (
      <Alert kind="info">This blog cannot send mail. Please ask the people who run it for a link to choose a new password.</Alert>
    )}
    <a href="/sign-in" className="link link-target">
      Back to Sign In
    </a>
  </EntryScreen>
)
