import { DISPLAY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { invitedSignUpForm } from '#accounts/contract/accounts.forms.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { NewPasswordField, signUpInvited, storeNewEmail } from '#accounts/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface InvitedSignUpProps {
  readonly token: string
  readonly onDone: () => void
  /** The address has an account. */
  readonly onKnown: () => void
  /** The invitation is over, perhaps by a request of this form whose response was lost. */
  readonly onUsed: () => void
}

/** Creates an account on one screen and signs in. */
export const InvitedSignUp = ({ token, onDone, onKnown, onUsed }: InvitedSignUpProps) => {
  const { mail } = useSite()
  const form = useDeclaredForm(invitedSignUpForm, {
    required: mail ? [] : ['password'],
    send: (body) => {
      storeNewEmail(body.email)
      return signUpInvited({ ...body, token })
    },
    onDone: () => {
      storeNewEmail(null)
      onDone()
    },
    onFailure: (error) => {
      const isKnown = error instanceof ApiError && error.status === 409 && error.field === 'email'
      if (isKnown) onKnown()
      const isUsed = error instanceof ApiError && error.status === 410
      if (isUsed) onUsed()
      return isKnown || isUsed
    },
  })
  return (
    <DeclaredForm form={form}>
      <TextField
        label="Your name"
        name="displayName"
        autoComplete="name"
        dir="auto"
        maxLength={DISPLAY_NAME_MAX_LENGTH}
        error={form.errorOf('displayName')}
        hint="As others will see it: ‘Grandma Ruth’."
      />
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        error={form.errorOf('email')}
        hint={mail ? 'Only the admins see it. On another device, a code that is mailed to it lets you in.' : 'Only the admins see it.'}
      />
      {mail ? null : <NewPasswordField error={form.errorOf('password')} />}
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Read along
      </Button>
    </DeclaredForm>
  )
}
