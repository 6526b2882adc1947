import Mail from 'lucide-react/icons/mail'
import { type MouseEvent, useEffect, useState } from 'react'
import { signInForm } from '#accounts/contract/accounts.forms.ts'
import type { FormResult } from '#platform/contract/form.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'
import { LinkButton } from '#ui/components/button.tsx'
import { AccountForm, SignInFields } from './account-form.tsx'
import { CodeRequest, NO_MAIL } from './code-request.tsx'
import { type CodeStep, codeSent, CodeStepForm, secondStepOf } from './code-step.tsx'
import { storeEndNotice } from './end-notice.ts'
import { fillInNewEmail, storeNewEmail } from './new-email.ts'
import { GoogleButton } from './google-button.tsx'
import { LinkSignIn } from './link-sign-in.tsx'
import { PasskeyButton, signInWithPasskey } from './passkeys.tsx'
import { type SignInStep, signInStepPath, storeStep, useStoredStep } from './pending-step.ts'
import { signIn } from './session-actions.ts'
import { usePage, useSite } from '#site/web/index.ts'

export interface SignInStepsProps {
  /** Path to return to; null for home. */
  readonly from: string | null
  /** Part that replaces the password, as the URL says. */
  readonly step: SignInStep | null
}

/** Replaces the sign-in page in the history. */
const leave = (from: string | null) => {
  storeStep(null)
  storeNewEmail(null)
  location.replace(safeReturnPath(from))
}

/** Step that the response to a plain form requires. */
const readPostedStep = (form: FormResult | null): CodeStep | null => {
  if (form?.state === 'begun') return { ...form.secondStep, isSecond: true }
  const attempt = form?.values?.['attempt']
  return attempt === undefined ? null : codeSent({ attempt })
}

/** Sign-in with a password, a passkey, Google, a code by mail or a link, and the second step of admins. */
export const SignInSteps = ({ from, step: wanted }: SignInStepsProps) => {
  const { form: posted } = usePage()
  const [begun, setStep] = useState(() => readPostedStep(posted))
  const [former, setFormer] = useState<CodeStep | null>(null)
  const stored = useStoredStep(wanted === 'code')
  const onSignedIn = () => leave(from)
  const onPasskey = async () => {
    storeEndNotice(null)
    await signInWithPasskey()
    leave(from)
  }
  const step = begun ?? stored
  const begin = (due: CodeStep) => {
    storeStep(due)
    history.replaceState(history.state, '', signInStepPath(from ?? '/', 'code'))
    setStep(due)
  }
  const back = from ?? '/'
  const correct = (event: MouseEvent) => {
    event.preventDefault()
    storeStep(null)
    history.replaceState(history.state, '', signInStepPath(back, 'email'))
    setFormer(step)
    setStep(null)
  }
  if (step !== null) {
    return (
      <CodeStepForm step={step} onPasskey={onPasskey} onSignedIn={onSignedIn}>
        {step.isSecond ? null : (
          <a href={signInStepPath(back, 'email')} className="link link-target" onClick={correct}>
            Use another address
          </a>
        )}
        <a href={signInPath(back)} className="link link-target" onClick={() => storeStep(null)}>
          {step.isSecond ? 'Begin again with your password' : 'Use your password'}
        </a>
      </CodeStepForm>
    )
  }
  if (wanted === 'link') return <LinkSignIn onSignedIn={onSignedIn} onSecondStep={begin} />
  if (wanted !== null || former !== null) return <CodeRequest from={back} email={former?.email} onSent={begin} />
  return <FirstStep from={from} onPasskey={onPasskey} onSecondStep={begin} />
}

interface FirstStepProps {
  readonly from: string | null
  readonly onPasskey: () => Promise<void>
  readonly onSecondStep: (step: CodeStep) => void
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
        <LinkButton href={signInStepPath(from ?? '/', 'email')} className="w-full">
          <Mail size={18} aria-hidden="true" />
          Email me a code
        </LinkButton>
      ) : (
        <p className="text-small text-ink-soft">{NO_MAIL}</p>
      )}
      <PasskeyButton label="Sign in with a passkey" onPress={onPasskey} />
      {googleSignIn ? <GoogleButton onSignedIn={() => leave(from)} onSecondStep={onSecondStep} /> : null}
    </>
  )
}
