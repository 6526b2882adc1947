import { useState } from 'react'
import { type Settings, updateSettings, getSettings } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { needsRecentSignIn, useConfirmed } from './use-confirmed.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

type Step = Settings['adminSecondStep']

const LABELS: Readonly<Record<Step, string>> = { none: 'A password', required: 'Two steps' }
const CHOICES: readonly RadioOption<Step>[] = (['none', 'required'] as const).map((value) => ({ value, label: LABELS[value] }))

const EFFECTS: Readonly<Record<Step, string>> = {
  none: 'A passkey works as well, for everyone who has added one.',
  required: 'A passkey is both steps at once. Admins who have none get a code by mail, each time they sign in with their password.',
}

/** How admins sign in (docs/product.md, 11). */
const SignInSettings = ({ settings }: { readonly settings: Settings }) => {
  const [step, setStep] = useState<Step>(settings.adminSecondStep)
  const { ask, dialog } = useConfirmed()
  const send = async (_: FormData, form: HTMLFormElement) => {
    try {
      await browserApi(updateSettings, { body: { adminSecondStep: step } })
    } catch (error) {
      if (needsRecentSignIn(error)) ask(async () => form.requestSubmit())
      throw error
    }
  }
  return (
    <>
      <SettingsForm
        hint="An admin’s password opens everything. A second step keeps them out."
        fields={['adminSecondStep']}
        saved="Saved. Admins who are signed in stay so."
        send={send}
      >
        {({ errorOf }) => (
          <ChoiceField
            legend="What admins need to sign in"
            name="adminSecondStep"
            value={step}
            choices={CHOICES}
            onChange={setStep}
            error={errorOf('adminSecondStep')}
            hint={EFFECTS[step]}
          />
        )}
      </SettingsForm>
      {dialog}
    </>
  )
}

export const signInSection = settingsSection({
  id: 'sign-in',
  title: 'Signing in',
  reads: { settings: getSettings },
  Component: SignInSettings,
})
