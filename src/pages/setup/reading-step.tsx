import { useState } from 'react'
import { firstReadersForm, SAME_READERS } from '#settings/contract/settings.forms.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { StepForm } from './step-form.tsx'

type Readers = 'everyone' | 'invited'

const LABELS: Readonly<Record<Readers, string>> = { everyone: 'Everyone', invited: 'People we invite' }

const HINTS: Readonly<Record<Readers, string>> = {
  everyone:
    'Everybody who has the address reads what you publish, and search engines may list it. Each post can be for readers or the family alone.',
  invited:
    'Visitors see nothing but sign-in. You invite people with a link, or a code to scan, and they belong to the family. Search engines see nothing.',
}

interface ReadingStepProps {
  readonly isClosed: boolean
  /** Address of the next step. */
  readonly next: string
}

export const ReadingStep = ({ isClosed, next }: ReadingStepProps) => {
  const present: Readers = isClosed ? 'invited' : 'everyone'
  const [choice, setChoice] = useState<Readers>(present)
  const form = useDeclaredForm(firstReadersForm, { next })
  const valueOf = (readers: Readers) => (readers === present ? SAME_READERS : readers)
  const readers: readonly Readers[] = ['everyone', 'invited']
  return (
    <StepForm form={form} submitLabel="Go on">
      <p className="text-ink-soft">You can change this later, under Settings, and choose for each post.</p>
      <ChoiceField
        legend="Who may read"
        name="isClosed"
        value={valueOf(choice)}
        choices={readers.map((each) => ({ value: valueOf(each), label: LABELS[each] }))}
        onChange={(value) => setChoice(readers.find((each) => valueOf(each) === value) ?? present)}
        hint={HINTS[choice]}
      />
    </StepForm>
  )
}
