import { type ReactNode, useState } from 'react'
import { confirmPassword } from '#accounts/contract/auth.endpoints.ts'
import { confirmSecondStep } from '#accounts/contract/second-step.endpoints.ts'
import type { SecondStep } from '#platform/contract/errors.ts'
import { ApiError, errorMessage } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { confirmWithPasskey } from '#accounts/web/session/passkeys.ts'
import { SecondStepDialog } from '#accounts/web/session/second-step-dialog.tsx'
import { secondStepOf } from '#accounts/web/session/second-step-parts.tsx'
import { CurrentPasswordDialog } from './current-password-dialog.tsx'

export const needsRecentSignIn = (error: unknown) => error instanceof ApiError && error.code === 'recent_sign_in_required'

interface Pending {
  readonly action: () => Promise<void>
  /** Why the last password was refused; null before the first one. */
  readonly problem: string | null
  /** Second step of an admin whose password was correct. */
  readonly step: SecondStep | null
}

interface Confirmed {
  /** Runs an action. If it needs a recent sign-in, the dialog asks for the password and the action runs again; any other error rejects. */
  readonly run: (action: () => Promise<void>) => Promise<void>
  /** Asks for the password at once, then runs the action. */
  readonly ask: (action: () => Promise<void>) => void
  /** The caller renders it; empty while no password is needed. */
  readonly dialog: ReactNode
}

const TITLE = 'Is it you?'

/** Runs actions that the server allows only shortly after a sign-in or a password confirmation. */
export const useConfirmed = (): Confirmed => {
  const [pending, setPending] = useState<Pending | null>(null)
  const cancel = () => setPending(null)

  const ask = (action: Pending['action']) => setPending({ action, problem: null, step: null })
  const run = async (action: Pending['action']) => {
    try {
      await action()
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error
      ask(action)
    }
  }

  const givePassword = async ({ action }: Pending, currentPassword: string) => {
    try {
      await browserApi(confirmPassword, { body: { currentPassword } })
      await action()
      setPending(null)
    } catch (error) {
      setPending({ action, problem: errorMessage(error), step: secondStepOf(error) })
    }
  }
  const finish = async ({ action }: Pending) => {
    await action()
    setPending(null)
  }

  if (pending === null) return { run, ask, dialog: null }
  const onPasskey = async () => {
    await confirmWithPasskey()
    await finish(pending)
  }
  const dialog =
    pending.step === null ? (
      <CurrentPasswordDialog
        title={TITLE}
        problem={pending.problem}
        onGiven={(currentPassword) => givePassword(pending, currentPassword)}
        onPasskey={onPasskey}
        onCancel={cancel}
      />
    ) : (
      <SecondStepDialog
        title={TITLE}
        step={pending.step}
        send={async (body) => {
          await browserApi(confirmSecondStep, { body })
          await finish(pending)
        }}
        onPasskey={onPasskey}
        cancelLabel="Cancel"
        onCancel={cancel}
      />
    )
  return { run, ask, dialog }
}
