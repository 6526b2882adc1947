import { useEffect } from 'react'
import { codeRequestForm } from '#accounts/contract/accounts.forms.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { signInPath } from '#platform/contract/return-path.ts'
import { useSite } from '#site/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { AccountForm, EmailField } from './account-form.tsx'
import { type CodeStep, codeSent } from './code-step.tsx'
import { storeEndNotice } from './end-notice.ts'
import { fillInNewEmail } from './new-email.ts'

/** How to get in without a password and without mail. */
export const NO_MAIL = 'This blog cannot send mail. Please ask the people who write here for a link that signs you in.'

interface CodeRequestProps {
  /** Path of this site that signing in leads to. */
  readonly from: string
  /** One that no code came to, to be corrected. */
  readonly email: string | undefined
  readonly onSent: (step: CodeStep) => void
}

/** Asks where to mail a code: for who has no password, has forgotten it, or would rather not type it. */
export const CodeRequest = ({ from, email, onSent }: CodeRequestProps) => {
  const { mail } = useSite()
  const form = useDeclaredForm(codeRequestForm, {
    onDone: (sent, _, typed) => {
      storeEndNotice(null)
      onSent(codeSent(sent, String(typed.email)))
    },
  })
  const { ref } = form.props
  useEffect(() => fillInNewEmail(ref.current?.elements.namedItem('email')), [ref])
  return (
    <>
      {mail ? (
        <AccountForm form={form} anchor={null} submitLabel="Email me a code">
          <EmailField form={email === undefined ? form : { ...form, valueOf: () => email }} autoFocus={email !== undefined} />
        </AccountForm>
      ) : (
        <Alert kind="info">{NO_MAIL}</Alert>
      )}
      <a href={signInPath(from)} className="link link-target">
        Use your password
      </a>
    </>
  )
}
