import { signInLinkForm } from '#accounts/contract/accounts.forms.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { AccountForm } from './account-form.tsx'
import { type CodeStep, secondStepOf } from './code-step.tsx'
import { LinkTokenField, withLinkToken } from './link-token.tsx'
import { signInWithLink } from './session-actions.ts'

interface LinkSignInProps {
  readonly onSignedIn: () => void
  readonly onSecondStep: (step: CodeStep) => void
}

/** Signs in on a press, not on the visit, because messengers open links to show a preview. */
export const LinkSignIn = ({ onSignedIn, onSecondStep }: LinkSignInProps) => {
  const form = useDeclaredForm(signInLinkForm, {
    send: (body) => signInWithLink(withLinkToken(body)),
    onDone: onSignedIn,
    onFailure: (error) => {
      const due = secondStepOf(error)
      if (due !== null) onSecondStep(due)
      return due !== null
    },
  })
  return (
    // The address keeps its fragment, which holds the token.
    <AccountForm form={form} anchor={null} submitLabel="Sign In">
      <LinkTokenField form={form} isUnmailed />
    </AccountForm>
  )
}
