import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { confirmPassword, confirmWithCode, sendConfirmationCode } from '#accounts/contract/auth.endpoints.ts'
import type { BodyOf } from '#platform/contract/form.ts'
import { ApiError, toFailure, UserError } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { confirmWithPasskey, PasskeyButton } from '#accounts/web/session/passkeys.tsx'
import { CodeButton, codeSent, type CodeStep, CodeStepDialog, secondStepOf } from '#accounts/web/session/code-step.tsx'
import { useCurrentUser } from '#accounts/web/session/use-current-user.ts'
import { Dialog } from '#ui/components/dialog.tsx'
import { useSite } from '#site/web/index.ts'
import { FormMessage, readText, useForm } from '#ui/forms/form.tsx'
import { PasswordField } from '#ui/forms/password-field.tsx'

export const needsRecentSignIn = (error: unknown) => error instanceof ApiError && error.code === 'recent_sign_in_required'

/** May return what follows when the dialog is closed: only then can anything behind it take the focus. */
type ConfirmedAction = () => Promise<void | (() => void)>

interface Pending {
  readonly action: ConfirmedAction
  readonly onCancel?: () => void
  /** After a code was asked for, or the password of an admin with a second step was correct. */
  readonly step: CodeStep | null
}

interface Confirmed {
  /** Runs an action. If it needs a recent sign-in, the dialog asks for the password and the action runs again; any other error rejects. */
  readonly run: (action: ConfirmedAction) => Promise<void>
  /** Like `run`, but resolves when the action has succeeded, and rejects when the dialog is cancelled. */
  readonly runToEnd: (action: () => Promise<void>) => Promise<void>
  /** Like `runToEnd`, with the result of the action. */
  readonly resultOf: <Result>(action: () => Promise<Result>) => Promise<Result>
  /** Asks for the password at once, then runs the action. */
  readonly ask: (action: () => Promise<void>) => void
  /** The caller renders it; empty while no password is needed. */
  readonly dialog: ReactNode
}

const TITLE = 'Is it you?'

/** Runs actions that the server allows only shortly after a sign-in or a password confirmation. */
export const useConfirmed = (): Confirmed => {
  const [pending, setPending] = useState<Pending | null>(null)
  const email = useCurrentUser()?.email
  const cancel = () => {
    setPending(null)
    pending?.onCancel?.()
  }

  const ask = (action: ConfirmedAction) => setPending({ action, step: null })
  const run = async (action: ConfirmedAction) => {
    try {
      const follow = await action()
      follow?.()
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error
      ask(action)
    }
  }

  const runToEnd = async (action: () => Promise<void>) => {
    try {
      await action()
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error
      await new Promise<void>((resolve, reject) => {
        const onCancel = () => reject(new UserError('Nothing was changed.'))
        setPending({ action: async () => resolve(await action()), onCancel, step: null })
      })
    }
  }

  const resultOf = async <Result,>(action: () => Promise<Result>): Promise<Result> => {
    const { promise, resolve } = Promise.withResolvers<Result>()
    await runToEnd(async () => resolve(await action()))
    return promise
  }

  const finish = async ({ action }: Pending) => {
    const follow = await action()
    flushSync(() => setPending(null))
    follow?.()
  }
  const givePassword = async (before: Pending, currentPassword: string) => {
    try {
      await browserApi(confirmPassword, { body: { currentPassword } })
      await finish(before)
    } catch (error) {
      const step = secondStepOf(error)
      if (step === null) throw error
      setPending({ ...before, step })
    }
  }

  const onCode = async () => {
    const step = codeSent(await browserApi(sendConfirmationCode), email)
    setPending((before) => before && { ...before, step })
  }

  const dialog = pending === null ? null : <ConfirmDialog {...{ pending, givePassword, onCode }} onConfirmed={finish} onCancel={cancel} />
  return { run, runToEnd, resultOf, ask, dialog }
}

interface ConfirmDialogProps {
  readonly pending: Pending
  readonly givePassword: (pending: Pending, currentPassword: string) => Promise<void>
  readonly onCode: () => Promise<void>
  readonly onConfirmed: (pending: Pending) => Promise<void>
  readonly onCancel: () => void
}

const ConfirmDialog = ({ pending, givePassword, onCode, onConfirmed, onCancel }: ConfirmDialogProps) => {
  const account = useCurrentUser()
  const onPasskey = async () => {
    await confirmWithPasskey()
    await onConfirmed(pending)
  }
  const sendStep = async (body: Parameters<typeof confirmStep>[0]) => {
    await confirmStep(body)
    await onConfirmed(pending)
  }
  if (pending.step !== null) {
    return (
      <CodeStepDialog title={TITLE} step={pending.step} send={sendStep} onPasskey={onPasskey} cancelLabel="Cancel" onCancel={onCancel} />
    )
  }
  const ways = { onCode, onPasskey, onCancel }
  // Unknown for an account that an older version stored.
  if (account?.hasPassword === false) return <NoPasswordDialog {...ways} />
  return <CurrentPasswordDialog {...ways} onGiven={(currentPassword) => givePassword(pending, currentPassword)} />
}

const confirmStep = (body: BodyOf<typeof confirmWithCode>) => browserApi(confirmWithCode, { body })

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
    <Dialog open title={TITLE} cancelLabel="Cancel" onCancel={onCancel}>
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
  /** Resolves when the change was saved, and rejects if it was refused. */
  readonly onGiven: (password: string) => Promise<void>
}

/** Asks for the password when an action needs a recent sign-in. Open while mounted. */
const CurrentPasswordDialog = ({ onGiven, onCode, onPasskey, onCancel }: CurrentPasswordDialogProps) => {
  const { mail } = useSite()
  const form = useForm({ toFailure, fields: ['currentPassword'], send: (data) => onGiven(readText(data, 'currentPassword')) })
  return (
    <Dialog
      open
      title={TITLE}
      tone="primary"
      confirmLabel="Continue"
      cancelLabel="Cancel"
      busy={form.isPending}
      onConfirm={() => form.props.ref.current?.requestSubmit()}
      onCancel={onCancel}
    >
      <form {...form.props} method="post" noValidate className="grid gap-3">
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
        <FormMessage form={form} />
      </form>
      <div className="mt-3 grid gap-3">
        <CodeButton onPress={onCode} />
        <PasskeyButton label="Use a passkey instead" onPress={onPasskey} />
      </div>
    </Dialog>
  )
}
