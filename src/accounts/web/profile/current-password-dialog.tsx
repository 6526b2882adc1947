import { type FormEvent, useId, useRef, useState } from 'react'
import { Dialog } from '#ui/components/dialog.tsx'
import { PasskeyButton } from '#accounts/web/session/passkey-button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface CurrentPasswordDialogProps {
  readonly title: string
  /** Why the last password was refused; null before the first one. */
  readonly problem: string | null
  /** Resolves when the change was saved, or refused again. */
  readonly onGiven: (password: string) => Promise<void>
  /** Confirms with a passkey instead of the password. */
  readonly onPasskey: () => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password when an action needs a recent sign-in. Open while mounted. */
export const CurrentPasswordDialog = ({ title, problem, onGiven, onPasskey, onCancel }: CurrentPasswordDialogProps) => {
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLFormElement>(null)
  const formId = useId()
  const give = async (event?: FormEvent) => {
    event?.preventDefault()
    const password = input.current ? new FormData(input.current).get('currentPassword') : null
    if (typeof password !== 'string' || password === '' || isBusy) return
    setIsBusy(true)
    await onGiven(password)
    setIsBusy(false)
  }
  return (
    <Dialog
      open
      title={title}
      tone="primary"
      confirmLabel="Continue"
      cancelLabel="Cancel"
      busy={isBusy}
      error={problem}
      onConfirm={() => void give()}
      onCancel={onCancel}
    >
      <form ref={input} id={formId} onSubmit={(event) => void give(event)} className="grid gap-3">
        <p>You signed in a while ago. Before you go on, please enter the password you have now.</p>
        <TextField label="Current password" name="currentPassword" type="password" autoComplete="current-password" />
        <p className="text-small text-ink-soft">
          If you have none because you sign in with Google: sign out, sign in again, and do it then.
        </p>
      </form>
      <div className="mt-3">
        <PasskeyButton label="Use a passkey instead" onPress={onPasskey} />
      </div>
    </Dialog>
  )
}
