import { useState } from 'react'
import { type Settings, updateSettings, getSettings } from '#site/contract/settings.endpoints.ts'
import { IMPORT_FILE_MAX_MEGABYTES } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const SIZES: readonly RadioOption<string>[] = IMPORT_FILE_MAX_MEGABYTES.map((size) => ({ value: String(size), label: `${size} MB` }))

/** Maximum size of audio, video and documents imported from another blog (docs/product.md, 12). */
const FileSettings = ({ settings }: { readonly settings: Settings }) => {
  const [size, setSize] = useState(String(settings.importFileMaxMegabytes))
  const send = async () => {
    const importFileMaxMegabytes = IMPORT_FILE_MAX_MEGABYTES.find((each) => String(each) === size)
    await browserApi(updateSettings, { body: { importFileMaxMegabytes } })
  }
  return (
    <SettingsForm
      hint="When posts of another blog move in, their documents, sound and film come along."
      fields={['importFileMaxMegabytes']}
      send={send}
    >
      {({ errorOf }) => (
        <ChoiceField
          legend="Largest file taken over from another blog"
          name="importFileMaxMegabytes"
          value={size}
          choices={SIZES}
          onChange={setSize}
          error={errorOf('importFileMaxMegabytes')}
          hint="Larger ones stay where they are, and the post has a link to them. Files take room in the storage and in each backup."
        />
      )}
    </SettingsForm>
  )
}

export const filesSection = settingsSection({
  id: 'files',
  title: 'Files of another blog',
  reads: { settings: getSettings },
  Component: FileSettings,
})
