import { type ReactNode, useState } from 'react'
import type { SecondStep } from '#platform/contract/errors.ts'
import { AccountForm } from './account-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { CodeField, SendCode } from './second-step-parts.tsx'
import { signInWithCode } from './session-actions.ts'
import { useAccountForm } from './use-account-form.ts'

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
