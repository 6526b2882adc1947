import { requestAccessForm, requestAccountForm } from '#accounts/contract/accounts.forms.ts'
import { DISPLAY_NAME_MAX_LENGTH } from '#accounts/contract/account-limits.ts'
import { NOTE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { type DeclaredForm, Done, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { useSite } from '#site/web/index.ts'
import { TextArea, TextField } from '#ui/forms/text-field.tsx'
import { AccountForm, EmailField, NewPasswordField } from './account-form.tsx'

const ASK = 'Ask to be let in'

const Asked = ({ form }: { readonly form: DeclaredForm }) => (
  <Done form={form}>
    {(message) => (
      <>
        <strong>Your request is on its way.</strong> {message}
      </>
    )}
  </Done>
)

const NoteField = ({ form }: { readonly form: DeclaredForm }) => (
  <TextArea
    label="Who are you?"
    name="note"
    dir="auto"
    maxLength={NOTE_MAX_LENGTH}
    defaultValue={form.valueOf('note')}
    error={form.errorOf('note')}
    hint="A line for the family, such as ‘I am Ruth’s neighbour.’"
  />
)

/** The sign-up of a closed blog. */
export const RequestAccount = () => {
  const { mail } = useSite()
  const form = useDeclaredForm(requestAccountForm, { required: mail ? [] : ['password'] })
  if (form.state.type === 'done') return <Asked form={form} />
  return (
    <AccountForm form={form} submitLabel={ASK}>
      <TextField
        label="Your name"
        name="displayName"
        autoComplete="name"
        dir="auto"
        maxLength={DISPLAY_NAME_MAX_LENGTH}
        defaultValue={form.valueOf('displayName')}
        error={form.errorOf('displayName')}
        hint="As others will see it: ‘Grandma Ruth’."
      />
      <EmailField form={form} />
      {mail ? null : <NewPasswordField error={form.errorOf('password')} />}
      <NoteField form={form} />
    </AccountForm>
  )
}

/** For who is signed in and kept out. Plain HTML: its page has no script of its own. */
export const RequestAccess = () => {
  const form = useDeclaredForm(requestAccessForm)
  if (form.state.type === 'done') return <Asked form={form} />
  return (
    <AccountForm form={form} submitLabel={ASK}>
      <NoteField form={form} />
    </AccountForm>
  )
}
