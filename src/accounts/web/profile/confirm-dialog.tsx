import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirmPassword, confirmWithCode, sendConfirmationCode } from '#accounts/contract/auth.endpoints.ts'
import { Cancelled } from '#ui/api/api-error.ts'
import { confirmingApi, onRecentSignInRequired } from '#ui/api/browser-api.ts'
import { confirmWithPasskey, PasskeyButton } from '#accounts/web/session/passkeys.tsx'
import { CodeButton, codeSent, type CodeStep, CodeStepDialog, secondStepOf } from '#accounts/web/session/code-step.tsx'
import { useCurrentUser } from '#accounts/web/session/use-current-user.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { useSite } from '#site/web/index.ts'
import { useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { PasswordField } from '#accounts/web/session/password-field.tsx'

const TITLE = 'Is it you?'

/** `password`: how the account signs in; a `CodeStep` after a code was requested, or after the password of an admin with two steps. */
type Asked = 'nothing' | 'password' | CodeStep

/** At the root of the dashboard: asks who it is when a call needs a recent sign-in, which is then sent again. */
export const ConfirmDialog = () => {
  const [asked, setAsked] = useState<Asked>('nothing')
  /** Of all calls that wait for it. */
  const waiting = useRef<PromiseWithResolvers<void> | null>(null)
  const account = useCurrentUser()
  useEffect(
    () =>
      onRecentSignInRequired(() => {
        waiting.current ??= Promise.withResolvers()
        setAsked((before) => (before === 'nothing' ? 'password' : before))
        return waiting.current.promise
      }),
    [],
  )
  const close = () => {
    // Only then can anything behind it take the focus.
    flushSync(() => setAsked('nothing'))
    const calls = waiting.current
    waiting.current = null
    return calls
  }
  const onCancel = () => close()?.reject(new Cancelled('Nothing was changed.'))
  const confirmBy = async (proof: Promise<unknown>) => {
    await proof
    close()?.resolve()
  }
  const onPasskey = () => confirmBy(confirmWithPasskey())
  const onCode = async () => setAsked(codeSent(await confirmingApi(sendConfirmationCode), account?.email))
  const onPassword = async (currentPassword: string) => {
    try {
      await confirmBy(confirmingApi(confirmPassword, { body: { currentPassword } }))
    } catch (error) {
      const step = secondStepOf(error)
      if (step === null) throw error
      setAsked(step)
    }
  }
  if (asked === 'nothing') return null
  const ways = { onCode, onPasskey, onCancel }
  if (asked !== 'password') {
    const send = (body: { attempt: string; code: string }) => confirmBy(confirmingApi(confirmWithCode, { body }))
    return <CodeStepDialog title={TITLE} step={asked} send={send} cancelLabel="Cancel" {...ways} />
  }
  // Unknown for an account that an older version stored.
  if (account?.hasPassword === false) return <NoPasswordDialog {...ways} />
  return <CurrentPasswordDialog {...ways} onGiven={onPassword} />
}

interface OtherWays {
  /** Confirms with a code by mail instead of the password. */
  readonly onCode: () => Promise<void>
  /** Confirms with a passkey instead of the password. */
  readonly onPasskey: () => Promise<void>
  readonly onCancel: () => void
}

/** Offers what an account without a password has. Open while mounted. */
const NoPasswordDialog = ({ onCode, onPasskey, onCancel }: OtherWays) => {
  const { mail, passkeys } = useSite()
  return (
    <Dialog title={TITLE} cancelLabel="Cancel" onCancel={onCancel}>
      <p>
        {mail || passkeys
          ? 'You signed in a while ago. Please show once more that it is you.'
          : 'You signed in a while ago. Please sign out, sign in again, and do it then.'}
      </p>
      <CodeButton onPress={onCode} />
      <PasskeyButton label="Use a passkey" onPress={onPasskey} />
      {passkeys && !mail ? <p className="text-small text-ink-soft">If you have none: sign out, sign in again, and do it then.</p> : null}
    </Dialog>
  )
}

interface CurrentPasswordDialogProps extends OtherWays {
  readonly onGiven: (password: string) => Promise<void>
}

const CurrentPasswordDialog = ({ onGiven, onCode, onPasskey, onCancel }: CurrentPasswordDialogProps) => {
  const { mail } = useSite()
  const form = useForm({ fields: ['currentPassword'], send: (data) => onGiven(readText(data, 'currentPassword')) })
  return (
    <Dialog title={TITLE} tone="primary" confirmLabel="Continue" cancelLabel="Cancel" form={form} onCancel={onCancel}>
      <p>
        {mail
          ? 'You signed in a while ago. Please enter your password, or let us mail you a code.'
          : 'You signed in a while ago. Please enter your current password to continue.'}
      </p>
      <PasswordField
        label="Current password"
        name="currentPassword"
        autoComplete="current-password"
        error={form.errorOf('currentPassword')}
      />
      <CodeButton onPress={onCode} />
      <PasskeyButton label="Use a passkey instead" onPress={onPasskey} />
    </Dialog>
  )
}
