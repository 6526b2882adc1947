import { type ReactNode, useState } from 'react'
import { ApiError, errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { CurrentPasswordDialog } from './current-password-dialog.tsx'

const needsRecentSignIn = (error: unknown) => error instanceof ApiError && error.code === 'recent_sign_in_required'

interface Pending {
  readonly action: () => Promise<void>
  /** What was wrong with the last password; null before the first. */
  readonly problem: string | null
}

interface Confirmed {
  /** Runs an action. Where it needs a recent sign-in, the dialog asks for the password and runs it again; any other error rejects. */
  readonly run: (action: () => Promise<void>) => Promise<void>
  /** To be placed by the caller; empty while nothing is asked. */
  readonly dialog: ReactNode
}

/** For what the server allows only to a user who has signed in, or entered the password, a short while ago. */
export const useConfirmed = (): Confirmed => {
  const [pending, setPending] = useState<Pending | null>(null)

  const run = async (action: Pending['action']) => {
    try {
      await action()
    } catch (error) {
      if (!needsRecentSignIn(error)) throw error
      setPending({ action, problem: null })
    }
  }

  const finish = async ({ action }: Pending, prove: () => Promise<unknown>) => {
    try {
      await prove()
      await action()
      setPending(null)
    } catch (error) {
      setPending({ action, problem: errorMessage(error) })
    }
  }

  const dialog = pending ? (
    <CurrentPasswordDialog
      problem={pending.problem}
      onGiven={(currentPassword) => finish(pending, () => browserApi('POST /api/auth/confirm-password', { body: { currentPassword } }))}
      onConfirmed={() => finish(pending, async () => {})}
      onCancel={() => setPending(null)}
    />
  ) : null
  return { run, dialog }
}
