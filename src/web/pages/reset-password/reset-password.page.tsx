import { type FormEvent, useRef } from 'react'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { EntryScreen } from '#web/features/session/entry-screen.tsx'
import { FILL_ALL_FIELDS, readFields } from '#web/features/session/form-state.ts'
import { forgetLinkToken, readLinkToken } from '#web/features/session/link-token.ts'
import { useRequest } from '#web/features/session/use-request.ts'
import { Brand } from '#web/layout/brand.tsx'
import type { PageHead } from '#web/page-head.ts'
import { userActions } from '#web/store/user-actions.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useHydrated } from '#web/features/use-hydrated.ts'

export const head = (): PageHead => ({
  title: 'Choose a new password',
  description: 'Choose a new password with the link that was mailed to you.',
  path: '/reset-password',
  noIndex: true,
})

export const Component = () => {
  // Sent before the scripts are there, a form would end on a page of its own.
  const hydrated = useHydrated()
  const password = useRef('')
  const { state, send, fail } = useRequest(async () => {
    const body = { token: readLinkToken(), password: password.current }
    const answer = await browserApi('POST /api/auth/reset-password', { body })
    forgetLinkToken()
    // Every session has ended, also one of this browser.
    userActions.signOutSuccess()
    return answer
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = readFields(event.currentTarget, ['password'])
    if (fields === null) return fail(FILL_ALL_FIELDS)
    password.current = fields.password
    void send()
  }
  return (
    <EntryScreen title="Choose a new password" brand={<Brand />} intro="You are signed out everywhere else when it is changed.">
      {state.kind === 'done' ? (
        <>
          <Alert kind="success">{state.message}</Alert>
          <LinkButton href="/sign-in" variant="primary">
            Sign In
          </LinkButton>
        </>
      ) : (
        <form method="post" className="grid gap-4" onSubmit={submit}>
          <TextField
            label="New password"
            type="password"
            name="password"
            autoComplete="new-password"
            hint={`${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters`}
          />
          {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
          <Button type="submit" variant="primary" disabled={!hydrated} busy={state.kind === 'busy'}>
            Change my password
          </Button>
        </form>
      )}
    </EntryScreen>
  )
}
