import { useEffect } from 'react'
import { useStore } from 'zustand'
import { closeSignIn, sessionState, stayAfterSessionEnd } from '#web/features/sign-in-again.ts'
import { useSite } from '#web/page/page-context.ts'
import { useAppStore } from '#web/store/use-app-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { GoogleButton } from './google-button.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { signInWithPasskey } from './passkeys.ts'
import { signIn } from './session-actions.ts'
import { SignInFields } from './sign-in-fields.tsx'
import { useAccountForm } from './use-account-form.ts'

const nothing = () => {}

/**
 * Signs in again over a page that must not be loaded again; such a page stays open while this is mounted. The dialog ends
 * when the store has the new session (`session-lifecycle.ts`): for another user, the page is loaded again.
 */
export const SignInDialog = () => {
  useEffect(() => stayAfterSessionEnd(), [])
  const state = useStore(sessionState)
  return state === 'asking' ? <OpenDialog /> : null
}

const OpenDialog = () => {
  const { googleSignIn } = useSite()
  const email = useAppStore(({ user }) => user.currentUser?.email)
  const form = useAccountForm({ name: 'sign-in', required: ['email', 'password'], send: (fields) => signIn(fields) })
  return (
    <Dialog
      open
      title="Please sign in again"
      tone="primary"
      confirmLabel="Sign In"
      cancelLabel="Not now"
      form={form}
      startAt="password"
      onCancel={closeSignIn}
    >
      <p>Your session has ended. Your text stays where it is, and goes on from here.</p>
      <SignInFields form={{ ...form, valueOf: (field) => form.valueOf(field) ?? (field === 'email' ? email : undefined) }} />
      <PasskeyButton label="Sign in with a passkey" onPress={signInWithPasskey} />
      {googleSignIn ? <GoogleButton onSignedIn={nothing} /> : null}
    </Dialog>
  )
}
