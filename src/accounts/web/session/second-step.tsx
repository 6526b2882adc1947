import { type FormEvent, useState, type ReactNode } from 'react'
import { sendSecondStepCode } from '#accounts/contract/auth.endpoints.ts'
import { SECOND_STEP_CODE_DIGITS } from '#platform/contract/limits.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { AccountForm, useAccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkeys.tsx'
import { signInWithCode } from './session-actions.ts'
import { Dialog } from '#ui/components/dialog.tsx'

/** @returns null for any other failure */
export const secondStepOf = (error: unknown): SecondStep | null => (error instanceof ApiError ? (error.secondStep ?? null) : null)

const SENT = 'We have sent a code of six digits to your email address. It is good for ten minutes.'

/** Mounted when the code was sent, and takes the focus. */
const CodeField = ({ form }: { readonly form: Form }) => (
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
const SendCode = ({ step, onSent }: SendCodeProps) => {
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

interface SecondStepFormProps {
  readonly step: SecondStep
  readonly onPasskey: () => Promise<void>
  readonly onSignedIn: () => void
  /** The way back to the password. */
  readonly children: ReactNode
}

/** Second step of an admin's sign-in, which replaces the sign-in form. */
export const SecondStepForm = ({ step: initial, onPasskey, onSignedIn, children }: SecondStepFormProps) => {
  const [step, setStep] = useState(initial)
  const form = useAccountForm({
    name: 'second-step',
    required: ['code'],
    send: async ({ code }) => {
      await signInWithCode({ attempt: step.attempt, code })
      onSignedIn()
    },
  })
  return (
    <>
      <p className="font-medium">One more step, as you are an admin.</p>
      {step.ways.includes('passkey') ? <PasskeyButton label="Use your passkey" onPress={onPasskey} /> : null}
      {step.isCodeSent ? (
        <AccountForm name="second-step" form={form} submitLabel="Continue">
          <input type="hidden" name="attempt" value={step.attempt} />
          <CodeField form={form} />
        </AccountForm>
      ) : null}
      {step.ways.includes('code') ? <SendCode step={step} onSent={() => setStep({ ...step, isCodeSent: true })} /> : null}
      {children}
    </>
  )
}

interface SecondStepDialogProps {
  readonly title: string
  readonly step: SecondStep
  readonly send: (proof: { readonly attempt: string; readonly code: string }) => Promise<void>
  readonly onPasskey: () => Promise<void>
  readonly cancelLabel: string
  readonly onCancel: () => void
}

/** Second step after a dialog has asked an admin for the password. Open while mounted. */
export const SecondStepDialog = ({ title, step: initial, send, onPasskey, cancelLabel, onCancel }: SecondStepDialogProps) => {
  const [step, setStep] = useState(initial)
  const form = useAccountForm({
    name: 'second-step',
    required: ['code'],
    send: ({ code }) => send({ attempt: step.attempt, code }),
  })
  const passkey = useAction()
  const { isCodeSent } = step
  return (
    <Dialog
      open
      title={title}
      tone="primary"
      confirmLabel={isCodeSent ? 'Continue' : 'Use your passkey'}
      cancelLabel={cancelLabel}
      busy={form.isPending || passkey.isBusy}
      error={passkey.error}
      startAt={isCodeSent ? 'code' : undefined}
      onConfirm={() => (isCodeSent ? form.props.ref.current?.requestSubmit() : void passkey.run(onPasskey))}
      onCancel={onCancel}
    >
      <p>One more step, as you are an admin.</p>
      {isCodeSent && step.ways.includes('passkey') ? <PasskeyButton label="Use your passkey" onPress={onPasskey} /> : null}
      {isCodeSent ? (
        <form {...form.props} method="post" noValidate className="grid gap-3">
          <CodeField form={form} />
          <FormMessage form={form} />
        </form>
      ) : null}
      {step.ways.includes('code') ? <SendCode step={step} onSent={() => setStep({ ...step, isCodeSent: true })} /> : null}
    </Dialog>
  )
}
