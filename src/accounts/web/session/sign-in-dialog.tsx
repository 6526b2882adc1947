import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { closeSignIn, sessionState, keepOpenAfterSessionEnd } from './session-end.ts'
import { useSite } from '#site/web/index.ts'
import { useAppStore } from '#ui/store/use-app-store.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton, signInWithPasskey } from './passkeys.tsx'
import { CodeButton, codeSent, type CodeStep, CodeStepDialog, secondStepOf } from './code-step.tsx'
import { signIn, signInWithCode } from './session-actions.ts'
import { SignInFields } from './account-form.tsx'
import { sendSignInCode } from '#accounts/contract/auth.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { signInForm } from '#accounts/contract/accounts.forms.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'

const nothing = () => {}

/**
 * Signs in again over a page that must not be reloaded; such a page stays open while this is mounted. The dialog closes
 * when the store has the new session (`session-lifecycle.ts`): for another user, the page is reloaded.
 */
export const SignInDialog = () => {
  useEffect(() => keepOpenAfterSessionEnd(), [])
  const state = useStore(sessionState)
  return state === 'asking' ? <OpenDialog /> : null
}

const OpenDialog = () => {
  const { googleSignIn } = useSite()
  const email = useAppStore(({ user }) => user.currentUser?.email)
  const [step, setStep] = useState<CodeStep | null>(null)
  const form = useDeclaredForm(signInForm, {
    send: signIn,
    onDone: nothing,
    onFailure: (error) => {
      const due = secondStepOf(error)
      setStep(due)
      return due !== null
    },
  })
  const requestCode = async () => {
    const field = form.props.ref.current?.elements.namedItem('email')
    const typed = field instanceof HTMLInputElement ? field.value : ''
    setStep(codeSent(await browserApi(sendSignInCode, { body: { email: typed } }), typed))
  }
  if (step !== null) {
    return (
      <CodeStepDialog
        title="Please sign in again"
        step={step}
        send={async (proof) => void (await signInWithCode(proof))}
        onPasskey={signInWithPasskey}
        cancelLabel="Not now"
        onCancel={closeSignIn}
      />
    )
  }
  return (
    <Dialog
      title="Please sign in again"
      tone="primary"
      confirmLabel="Sign In"
      cancelLabel="Not now"
      form={form}
      startAt="password"
      onCancel={closeSignIn}
    >
      <p>Your session has ended. Your text stays where it is.</p>
      <SignInFields form={{ ...form, valueOf: (field) => form.valueOf(field) ?? (field === 'email' ? email : undefined) }} />
      <CodeButton onPress={requestCode} />
      <PasskeyButton label="Sign in with a passkey" onPress={signInWithPasskey} />
      {googleSignIn ? <GoogleButton onSignedIn={nothing} onSecondStep={setStep} /> : null}
    </Dialog>
  )
}
