import { useState } from 'react'
import { sendVerification } from '#accounts/contract/auth.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'

/** Says that the email was never confirmed, and offers a link; renders nothing if it was, or if the blog cannot send mail. */
export const EmailState = ({ account, canMail }: { readonly account: Account; readonly canMail: boolean }) => {
  const [sent, setSent] = useState<string | null>(null)
  const { run, isBusy, error } = useAction()
  // Accounts stored by older versions have no value.
  if (!canMail || account.emailVerified !== false) return null
  if (sent !== null) return <Alert kind="success">{sent}</Alert>
  const send = async () => setSent((await browserApi(sendVerification)).message)
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-5">
      <p>Your email address is not confirmed yet. With a confirmed one you can get a new password if you lose yours.</p>
      {error === null ? null : <Alert>{error}</Alert>}
      <Button busy={isBusy} onClick={() => void run(send)}>
        Send me a link
      </Button>
    </div>
  )
}
