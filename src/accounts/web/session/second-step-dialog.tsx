import { useState } from 'react'
import type { SecondStep } from '#platform/contract/errors.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { CodeField, SendCode } from './second-step-parts.tsx'
import { useAccountForm } from './use-account-form.ts'

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
