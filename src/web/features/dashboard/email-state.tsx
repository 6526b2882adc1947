import { useState } from 'react'
import type { Account } from '#contract/endpoints/users.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type Sending = { readonly kind: 'idle' | 'busy' } | { readonly kind: 'sent' | 'failed'; readonly message: string }

/** Says that the email was never confirmed, and offers a link; nothing where it was, or where the blog cannot send mail. */
export const EmailState = ({ account, canMail }: { readonly account: Account; readonly canMail: boolean }) => {
  const [state, setState] = useState<Sending>({ kind: 'idle' })
  // A store written before the blog kept this says nothing.
  if (!canMail || account.emailVerified !== false) return null
  const send = async () => {
    setState({ kind: 'busy' })
    try {
      setState({ kind: 'sent', message: (await browserApi('POST /api/auth/send-verification')).message })
    } catch (error) {
      setState({ kind: 'failed', message: errorMessage(error) })
    }
  }
  if (state.kind === 'sent') return <Alert kind="success">{state.message}</Alert>
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <p>Your email address is not confirmed yet. With a confirmed one you can get a new password should you forget yours.</p>
      {state.kind === 'failed' ? <Alert>{state.message}</Alert> : null}
      <Button busy={state.kind === 'busy'} onClick={() => void send()}>
        Send me a link
      </Button>
    </div>
  )
}
