import { useState } from 'react'
import { type Settings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { StepForm } from './step-form.tsx'

type Readers = 'everyone' | 'invited'

const CHOICES = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'invited', label: 'People we invite' },
] as const

const HINTS: Readonly<Record<Readers, string>> = {
  everyone:
    'Everybody who has the address reads what you publish, and search engines may list it. Each post can be for readers or the family alone.',
  invited:
    'Visitors see nothing but sign-in. You invite people with a link, or a code to scan, and they belong to the family. Search engines see nothing.',
}

/** Settings for each kind of readers. */
const SETTINGS: Readonly<Record<Readers, Pick<Settings, 'defaultAudience' | 'isClosed' | 'signUp'>>> = {
  everyone: { defaultAudience: 'public', isClosed: false, signUp: 'open' },
  invited: { defaultAudience: 'family', isClosed: true, signUp: 'invitation' },
}

interface ReadingStepProps {
  readonly isClosed: boolean
  readonly onDone: () => void
}

export const ReadingStep = ({ isClosed, onDone }: ReadingStepProps) => {
  const present = isClosed ? 'invited' : 'everyone'
  const [choice, setChoice] = useState<Readers>(present)
  return (
    <StepForm
      fields={['who']}
      submitLabel="Go on"
      send={async () => {
        // An unchanged choice must not reset more detailed settings of an admin.
        if (choice !== present) await browserApi(updateSettings, { body: SETTINGS[choice] })
        onDone()
      }}
    >
      {() => (
        <>
          <p className="text-ink-soft">You can change this later, under Settings, and choose for each post.</p>
          <ChoiceField legend="Who may read" name="who" value={choice} choices={CHOICES} onChange={setChoice} hint={HINTS[choice]} />
        </>
      )}
    </StepForm>
  )
}
