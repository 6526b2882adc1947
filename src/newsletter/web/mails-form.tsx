import { useState } from 'react'
import type { MailChoices } from '#newsletter/contract/newsletter.endpoints.ts'
import { linkedMailsForm, ownMailsForm } from '#newsletter/contract/newsletter.forms.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { Alert } from '#ui/components/alert.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage } from '#ui/forms/form.tsx'
import { SaveRow } from '#ui/dashboard/settings-form.tsx'

const NEVER = ''
const RHYTHMS = [
  { value: 'at_once', label: 'Each time', hint: 'A mail for each new post.' },
  { value: 'weekly', label: 'On Sundays', hint: 'One mail with all that is new.' },
  { value: NEVER, label: 'Never' },
] as const

/** Why no mails come. */
const Notes = ({ choices: { hasBounced, isConfirmed }, isFirst }: Required<Pick<MailsFormProps, 'choices' | 'isFirst'>>) => (
  <>
    {hasBounced ? <Alert kind="info">This address has refused our mails, so none are sent. Choose again to try once more.</Alert> : null}
    {isConfirmed ? null : (
      <p className="text-small text-ink-soft">
        {isFirst
          ? 'We have written to you: press the button in that mail, and they begin.'
          : 'They begin once your email address is confirmed.'}
      </p>
    )}
  </>
)

interface MailsFormProps {
  readonly choices: MailChoices
  /** Link of a mail; without it, the choices of the signed-in user. */
  readonly link?: string | undefined
  /** For who has just joined: nothing is chosen beforehand. */
  readonly isFirst?: boolean
  readonly variant?: 'primary' | 'quiet'
}

/** Which mails a person gets: by the link of a mail, after joining, and in the profile. */
export const MailsForm = ({ choices, link, isFirst = false, variant = 'primary' }: MailsFormProps) => {
  const { posts, replies, comments, waiting } = choices
  const form = useDeclaredForm<Endpoint>(link === undefined ? ownMailsForm : linkedMailsForm)
  const [rhythm, setRhythm] = useState<string | undefined>(form.valueOf('posts') ?? posts ?? (isFirst ? undefined : NEVER))
  return (
    <DeclaredForm form={form}>
      {link === undefined ? null : <input type="hidden" name="link" value={link} />}
      <Notes choices={choices} isFirst={isFirst} />
      <ChoiceField
        legend="New posts"
        name="posts"
        value={rhythm}
        choices={RHYTHMS}
        error={form.errorOf('posts')}
        onChange={(value) => {
          setRhythm(value)
          form.clear('posts')
        }}
      />
      {replies === null ? null : (
        <CheckField name="replies" label="Replies to my comments" defaultChecked={form.isTicked('replies', replies)} />
      )}
      {comments === null ? null : (
        <CheckField
          name="comments"
          label="New comments"
          hint="Once a day, if there are any."
          defaultChecked={form.isTicked('comments', comments)}
        />
      )}
      {waiting === null ? null : (
        <CheckField
          name="waiting"
          label="What is waiting for me"
          hint="Comments that wait for approval, and people who ask to be let in; at most one mail an hour."
          defaultChecked={form.isTicked('waiting', waiting)}
        />
      )}
      <FormMessage form={form} />
      <SaveRow form={form} variant={variant} />
    </DeclaredForm>
  )
}
