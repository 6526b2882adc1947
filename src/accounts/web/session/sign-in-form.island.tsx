import { useEffect, useState } from 'react'
import type { SecondStep } from '#platform/contract/errors.ts'
import { signInForm } from '#accounts/contract/accounts.forms.ts'
import type { FormResult } from '#platform/contract/form.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'
import { AccountForm, SignInFields } from './account-form.tsx'
import { storeEndNotice } from './end-notice.ts'
import { fillInNewEmail, storeNewEmail } from './new-email.ts'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton, signInWithPasskey } from './passkeys.tsx'
import { secondStepPath, storeStep, useStoredStep } from './pending-step.ts'
import { SecondStepForm, secondStepOf } from './second-step.tsx'
import { signIn } from './session-actions.ts'
import { usePage, useSite } from '#site/web/index.ts'

interface SignInFormProps {
  /** Path to return to; null for home. */
  readonly from: string | null
  /** The URL says that a second step is due in this tab. */
  readonly isSecondStep: boolean
}

/** Replaces the sign-in page in the history. */
const leave = (from: string | null) => {
  storeStep(null)
  storeNewEmail(null)
  location.replace(safeReturnPath(from))
}

/** Second step that the response to a plain form requires. */
const readPostedStep = (form: FormResult | null): SecondStep | null => {
  if (form?.state === 'begun') return form.secondStep
  if (form === null || !['second-step', 'second-step-code'].includes(form.name)) return null
  return { attempt: form.values?.['attempt'] ?? '', ways: ['code'], isCodeSent: true }
}

/** Sign-in with a password, a passkey or Google, and the second step of admins. */
export const SignInForm = ({ from, isSecondStep }: SignInFormProps) => {
  const { form: posted } = usePage()
  const [begun, setStep] = useState(() => readPostedStep(posted))
  const stored = useStoredStep(isSecondStep)
  const onPasskey = async () => {
    storeEndNotice(null)
    await signInWithPasskey()
    leave(from)
  }
  const step = begun ?? stored
  const begin = (due: SecondStep) => {
    storeStep(due)
    history.replaceState(history.state, '', secondStepPath(from ?? '/'))
    setStep(due)
  }
  if (step === null) return <FirstStep from={from} onPasskey={onPasskey} onSecondStep={begin} />
  return (
    <SecondStepForm step={step} onPasskey={onPasskey} onSignedIn={() => leave(from)}>
      <a href={signInPath(from ?? '/')} className="link link-target" onClick={() => storeStep(null)}>
        Begin again with your password
      </a>
    </SecondStepForm>
  )
}

interface FirstStepProps {
  readonly from: string | null
  readonly onPasskey: () => Promise<void>
  readonly onSecondStep: (step: SecondStep) => void
}

const FirstStep = ({ from, onPasskey, onSecondStep }: FirstStepProps) => {
  const { googleSignIn, mail } = useSite()
  const form = useDeclaredForm(signInForm, {
    send: (body) => {
      // A failed attempt shows the reason itself.
      storeEndNotice(null)
      return signIn(body)
    },
    onDone: () => leave(from),
    onFailure: (error) => {
      const due = secondStepOf(error)
      if (due !== null) onSecondStep(due)
      return due !== null
    },
  })
  const { ref } = form.props
  useEffect(() => fillInNewEmail(ref.current?.elements.namedItem('email')), [ref])
  return (
    <>
      <AccountForm form={form} submitLabel="Sign In">
        <SignInFields form={form} />
      </AccountForm>
      {mail ? (
        <a href="/forgot-password" className="link link-target">
          Forgot your password?
        </a>
      ) : null}
      <PasskeyButton label="Sign in with a passkey" onPress={onPasskey} />
      {googleSignIn ? <GoogleButton onSignedIn={() => leave(from)} onSecondStep={onSecondStep} /> : null}
    </>
  )
}
