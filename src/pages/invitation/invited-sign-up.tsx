import { DISPLAY_NAME_MAX_LENGTH } from '#platform/contract/limits.ts'
import { invitedSignUpForm } from '#accounts/contract/accounts.forms.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { NewPasswordField, signUpInvited } from '#accounts/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

interface InvitedSignUpProps {
  readonly token: string
  readonly onDone: () => void
}

/** Creates an account on one screen and signs in. */
export const InvitedSignUp = ({ token, onDone }: InvitedSignUpProps) => {
  const form = useDeclaredForm(invitedSignUpForm, { send: (body) => signUpInvited({ ...body, token }), onDone })
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
        hint="Only the admins see it."
      />
      <NewPasswordField error={form.errorOf('password')} />
      <FormMessage form={form} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Read along
      </Button>
    </DeclaredForm>
  )
}
