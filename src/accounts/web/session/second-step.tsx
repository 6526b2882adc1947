import { type ReactNode, useState } from 'react'
import { secondStepCodeForm, secondStepForm } from '#accounts/contract/accounts.forms.ts'
import { SECOND_STEP_CODE_DIGITS } from '#platform/contract/limits.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { ApiError, toFailure } from '#ui/api/api-error.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage, readText, useForm } from '#ui/forms/form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkeys.tsx'
import { signInWithCode } from './session-actions.ts'
import { Dialog } from '#ui/components/dialog.tsx'

/** @returns null for any other failure */
export const secondStepOf = (error: unknown): SecondStep | null => (error instanceof ApiError ? (error.secondStep ?? null) : null)

const SENT = 'We have sent a code of six digits to your email address. It is valid for ten minutes.'

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
  const form = useDeclaredForm(secondStepCodeForm, {
    instance: { attempt: step.attempt },
    onDone: ({ message }) => {
      onSent()
      return message
    },
  })
  return (
    <DeclaredForm form={form} anchor={null} className="grid gap-3">
      <Button type="submit" variant="quiet" className="w-full" busy={form.isPending}>
        {step.isCodeSent ? 'Send me another code' : 'Send me a code by mail'}
      </Button>
      <p role="status" className="text-small text-ink-soft empty:-mb-3">
        {form.state.type === 'done' ? form.state.message : null}
      </p>
      <FormMessage form={form} />
    </DeclaredForm>
  )
}

interface SecondStepFormProps {
  readonly step: SecondStep
  readonly onPasskey: () => Promise<unknown>
  readonly onSignedIn: () => void
  /** The way back to the password. */
  readonly children: ReactNode
}

/** Second step of an admin's sign-in, which replaces the sign-in form. */
export const SecondStepForm = ({ step: initial, onPasskey, onSignedIn, children }: SecondStepFormProps) => {
  const [step, setStep] = useState(initial)
  const form = useDeclaredForm(secondStepForm, { instance: { attempt: step.attempt }, send: signInWithCode, onDone: onSignedIn })
  return (
    <>
      <p className="font-medium">One more step, as you are an admin.</p>
      {step.ways.includes('passkey') ? <PasskeyButton label="Use your passkey" onPress={onPasskey} /> : null}
      {step.isCodeSent ? (
        <AccountForm form={form} submitLabel="Continue">
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
  readonly onPasskey: () => Promise<unknown>
  readonly cancelLabel: string
  readonly onCancel: () => void
}

/** Second step after a dialog has asked an admin for the password. Open while mounted. */
export const SecondStepDialog = ({ title, step: initial, send, onPasskey, cancelLabel, onCancel }: SecondStepDialogProps) => {
  const [step, setStep] = useState(initial)
  const form = useForm({
    toFailure,
    fields: ['code'],
    send: (data) => send({ attempt: step.attempt, code: readText(data, 'code') }),
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
