import Mail from 'lucide-react/icons/mail'
import { type ReactNode, useState } from 'react'
import { codeAgainForm, codeForm } from '#accounts/contract/accounts.forms.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { alertStyle } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { type Form, FormMessage, useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { useSite } from '#site/web/index.ts'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkeys.tsx'
import { signInWithCode } from './session-actions.ts'
import { Dialog } from '#ui/components/dialog.tsx'

/** What is left to do until the user is signed in: usually, to enter a code. */
export interface CodeStep extends SecondStep {
  /** After an admin's password. */
  readonly isSecond?: boolean
  /** As it was typed, whether or not there is an account. */
  readonly email?: string | undefined
}

/** @returns null for any other failure */
export const secondStepOf = (error: unknown): CodeStep | null => {
  const step = error instanceof ApiError ? error.secondStep : undefined
  return step === undefined ? null : { ...step, isSecond: true }
}

/** The step after a code was requested. */
export const codeSent = ({ attempt }: { readonly attempt: string }, email?: string): CodeStep => ({
  attempt,
  ways: ['code'],
  isCodeSent: true,
  email,
})

const Why = ({ step: { isSecond = false, email } }: { readonly step: CodeStep }) => {
  if (isSecond) return <span>One more step, as you are an admin.</span>
  if (email === undefined) return <span>Please look into your mail.</span>
  return (
    <span className="wrap-anywhere">
      Please look into the mail of <bdi>{email}</bdi>.
    </span>
  )
}

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
    hint="Six digits, good for ten minutes. No mail? It may be among the spam."
    error={form.errorOf('code')}
  />
)

interface SendCodeProps {
  readonly step: CodeStep
  /** Of the code. */
  readonly form: Form
  readonly onSent: () => void
}

/** Requests the first code, or another one. */
const SendCode = ({ step, form: { state: entered, clear }, onSent }: SendCodeProps) => {
  const form = useDeclaredForm(codeAgainForm, {
    instance: { attempt: step.attempt },
    onDone: ({ message }) => {
      clear('code')
      clear()
      onSent()
      return message
    },
  })
  return (
    <DeclaredForm form={form} anchor={null} className="grid gap-3">
      <Button type="submit" variant="quiet" className="w-full" busy={form.isPending}>
        {step.isCodeSent ? 'Send another code' : 'Send me a code by mail'}
      </Button>
      <p role="status" className="text-small text-ink-soft empty:-mb-3">
        {form.state.type === 'done' && entered.type !== 'failed' ? form.state.message : null}
      </p>
      <FormMessage form={form} />
    </DeclaredForm>
  )
}

interface CodeStepFormProps {
  readonly step: CodeStep
  readonly onPasskey: () => Promise<unknown>
  readonly onSignedIn: () => void
  /** The ways back. */
  readonly children: ReactNode
}

/** Replaces the sign-in form once a code is on its way. */
export const CodeStepForm = ({ step: initial, onPasskey, onSignedIn, children }: CodeStepFormProps) => {
  const [step, setStep] = useState(initial)
  const form = useDeclaredForm(codeForm, { instance: { attempt: step.attempt }, send: signInWithCode, onDone: onSignedIn })
  return (
    <>
      <p className="font-medium">
        <Why step={step} />
      </p>
      {step.ways.includes('passkey') ? <PasskeyButton label="Use your passkey" onPress={onPasskey} /> : null}
      {step.isCodeSent ? (
        <AccountForm form={form} submitLabel="Sign In">
          <CodeField form={form} />
        </AccountForm>
      ) : null}
      {step.ways.includes('code') ? <SendCode step={step} form={form} onSent={() => setStep({ ...step, isCodeSent: true })} /> : null}
      {children}
    </>
  )
}

interface CodeStepDialogProps {
  readonly title: string
  readonly step: CodeStep
  readonly send: (proof: { readonly attempt: string; readonly code: string }) => Promise<void>
  readonly onPasskey: () => Promise<unknown>
  readonly cancelLabel: string
  readonly onCancel: () => void
}

/** Asks for the code that a dialog has requested. Open while mounted. */
export const CodeStepDialog = ({ title, step: initial, send, onPasskey, cancelLabel, onCancel }: CodeStepDialogProps) => {
  const [step, setStep] = useState(initial)
  const { isCodeSent } = step
  const form = useForm({
    fields: ['code'],
    send: (data) => (isCodeSent ? send({ attempt: step.attempt, code: readText(data, 'code') }) : onPasskey()),
  })
  return (
    <Dialog
      title={title}
      tone="primary"
      confirmLabel={isCodeSent ? 'Continue' : 'Use your passkey'}
      cancelLabel={cancelLabel}
      form={form}
      others={
        step.ways.includes('code') ? <SendCode step={step} form={form} onSent={() => setStep({ ...step, isCodeSent: true })} /> : null
      }
      startAt={isCodeSent ? 'code' : undefined}
      onCancel={onCancel}
    >
      <p>
        <Why step={step} />
      </p>
      {isCodeSent && step.ways.includes('passkey') ? <PasskeyButton label="Use your passkey" onPress={onPasskey} /> : null}
      {isCodeSent ? <CodeField form={form} /> : null}
    </Dialog>
  )
}

interface CodeButtonProps {
  /** Requests a code. */
  readonly onPress: () => Promise<unknown>
}

/** In dialogs. Renders nothing if the blog cannot send mail. */
export const CodeButton = ({ onPress }: CodeButtonProps) => {
  const { run, isBusy, error } = useAction()
  if (!useSite().mail) return null
  return (
    <div className="grid gap-3">
      <Button variant="quiet" className="w-full" busy={isBusy} onClick={() => void run(onPress)}>
        <Mail size={18} aria-hidden="true" />
        Email me a code
      </Button>
      {/* Mounted empty, so that the message is announced. */}
      <div role="status" className="empty:-mt-3">
        {error === null ? null : <p className={alertStyle('info')}>{error}</p>}
      </div>
    </div>
  )
}
