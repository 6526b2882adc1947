import { useState } from 'react'
import { filesForm } from '#upkeep/contract/upkeep.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { IMPORT_FILE_MAX_MEGABYTES } from '#platform/contract/limits.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const SIZES: readonly RadioOption<string>[] = IMPORT_FILE_MAX_MEGABYTES.map((size) => ({ value: String(size), label: `${size} MB` }))

/** Maximum size of audio, video and documents imported from another blog (docs/product.md, 12). */
const FileSettings = ({ settings }: { readonly settings: Settings }) => {
  const [size, setSize] = useState(String(settings.importFileMaxMegabytes))
  const form = useDeclaredForm(filesForm)
  const { errorOf } = form
  return (
    <SettingsForm form={form} hint="When posts of another blog move in, their documents, sound and film come along.">
      <ChoiceField
        legend="Largest file taken over from another blog"
        name="importFileMaxMegabytes"
        value={size}
        choices={SIZES}
        onChange={setSize}
        error={errorOf('importFileMaxMegabytes')}
        hint="Larger ones stay where they are, and the post has a link to them. Files take room in the storage and in each backup."
      />
    </SettingsForm>
  )
}

export const filesSection = settingsSection({
  id: 'files',
  title: 'Files of another blog',
  about: 'The largest size of what moves in',
  labels: ['Largest file taken over from another blog'],
  reads: { settings: getSettings },
  Component: FileSettings,
})
