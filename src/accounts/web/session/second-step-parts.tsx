import { type FormEvent, useState } from 'react'
import { sendSecondStepCode } from '#accounts/contract/second-step.endpoints.ts'
import { SECOND_STEP_CODE_DIGITS } from '#platform/contract/limits.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import type { Form } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

/** @returns null for any other failure */
export const secondStepOf = (error: unknown): SecondStep | null => (error instanceof ApiError ? (error.secondStep ?? null) : null)

const SENT = 'We have sent a code of six digits to your email address. It is good for ten minutes.'

/** Mounted when the code was sent, and takes the focus. */
export const CodeField = ({ form }: { readonly form: Form }) => (
  <TextField
    label="Code from the mail"
    name="code"
    autoComplete="one-time-code"
    inputMode="numeric"
    autoCapitalize="none"
    spellCheck={false}
    autoFocus
    placeholder={'0'.repeat(SECOND_STEP_CODE_DIGITS)}
    hint={SENT}
    error={form.errorOf('code')}
  />
)

interface SendCodeProps {
  readonly step: SecondStep
  readonly onSent: () => void
}

/** Requests the first code, or another one. */
export const SendCode = ({ step, onSent }: SendCodeProps) => {
  const { run, isBusy, error } = useAction()
  const [message, setMessage] = useState('')
  const send = async () => {
    const sent = await browserApi(sendSecondStepCode, { body: { attempt: step.attempt } })
    setMessage(sent.message)
    onSent()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMessage('')
    void run(send)
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-3">
      <input type="hidden" name="form" value="second-step-code" />
      <input type="hidden" name="attempt" value={step.attempt} />
      <Button type="submit" variant="quiet" className="w-full" busy={isBusy}>
        {step.isCodeSent ? 'Send me another code' : 'Send me a code by mail'}
      </Button>
      <p role="status" className="text-small text-ink-soft empty:-mb-3">
        {message}
      </p>
      {error === null ? null : <Alert kind="info">{error}</Alert>}
    </form>
  )
}
