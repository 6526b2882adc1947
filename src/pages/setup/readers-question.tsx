import { useState } from 'react'
import { NewPasswordField } from '#accounts/web/index.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import type { Replies, QuestionProps } from './replies.ts'
import { QuestionForm } from './question-form.tsx'

const WAYS = [
  {
    value: 'family',
    label: 'Only the family',
    hint: 'People whom you invite. Everybody else sees a page to sign in.',
  },
  {
    value: 'everybody',
    label: 'Everybody may read',
    hint: 'Search engines find the blog. A single post can still be for the family alone.',
  },
] as const

interface ReadersQuestionProps extends QuestionProps {
  readonly onBack: () => void
  readonly onDone: (replies: Replies) => Promise<void>
}

/** Who may read: the last question, after which the blog is there. */
export const ReadersQuestion = ({ replies, change, failure, onBack, onDone }: ReadersQuestionProps) => {
  // It is gone after a reload.
  const [needsPassword] = useState(!replies.usesPasskey && replies.password === '')
  const form = useForm({
    fields: ['password', 'wayIn'],
    send: (data) => onDone(needsPassword ? { ...replies, password: readText(data, 'password') } : replies),
  })
  return (
    <QuestionForm form={form} failure={failure} submitLabel="Open the dashboard" onBack={onBack}>
      <ChoiceField
        legend="Readers"
        name="wayIn"
        value={replies.wayIn}
        choices={WAYS}
        onChange={(wayIn) => change({ wayIn })}
        error={form.errorOf('wayIn')}
        hint="You can change this later, under Settings."
      />
      {needsPassword ? <NewPasswordField label="Choose your password again; it was not kept" error={form.errorOf('password')} /> : null}
    </QuestionForm>
  )
}
