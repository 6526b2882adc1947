import { useState } from 'react'
import { type Settings, getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useForm } from '#ui/forms/form.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

type Step = Settings['adminSecondStep']

const LABELS: Readonly<Record<Step, string>> = { none: 'A password', required: 'Two steps' }
const CHOICES: readonly RadioOption<Step>[] = (['none', 'required'] as const).map((value) => ({ value, label: LABELS[value] }))

const EFFECTS: Readonly<Record<Step, string>> = {
  none: 'A passkey works as well, for everyone who has added one.',
  required: 'A passkey is both steps at once. Admins who have none get a code by mail, each time they sign in with their password.',
}

/** How admins sign in. */
const SignInSettings = ({ settings }: { readonly settings: Settings }) => {
  const [step, setStep] = useState<Step>(settings.adminSecondStep)
  const form = useForm({
    fields: ['adminSecondStep'],
    send: async () => {
      await browserApi(updateSettings, { body: { adminSecondStep: step } })
      return 'Saved. Admins who are signed in stay signed in.'
    },
  })
  return (
    <SettingsForm form={form} title="How admins sign in" hint="An admin’s password opens everything. A second step keeps them out.">
      <ChoiceField
        legend="What admins need to sign in"
        name="adminSecondStep"
        value={step}
        choices={CHOICES}
        onChange={setStep}
        error={form.errorOf('adminSecondStep')}
        hint={EFFECTS[step]}
      />
    </SettingsForm>
  )
}

export const signInSection = settingsSection({
  reads: { settings: getSettings },
  Component: SignInSettings,
})
