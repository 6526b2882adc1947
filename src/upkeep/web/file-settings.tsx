import { useState } from 'react'
import { filesForm } from '#upkeep/contract/upkeep.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { IMPORT_FILE_MAX_MEGABYTES, MEDIA_MAX_MEGABYTES } from '#platform/contract/limits.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const toOption = (size: number): RadioOption<string> => ({ value: String(size), label: size === 1024 ? '1 GB' : `${size} MB` })
const IMPORT_SIZES = IMPORT_FILE_MAX_MEGABYTES.map(toOption)
const MEDIA_SIZES = MEDIA_MAX_MEGABYTES.map(toOption)

/** Maximum size of films, sounds and papers (docs/product.md, 12). */
const FileSettings = ({ settings }: { readonly settings: Settings }) => {
  const [mediaSize, setMediaSize] = useState(String(settings.mediaMaxMegabytes))
  const [size, setSize] = useState(String(settings.importFileMaxMegabytes))
  const form = useDeclaredForm(filesForm)
  const { errorOf } = form
  return (
    <SettingsForm form={form} hint="Files take room in the storage and in each backup.">
      <ChoiceField
        legend="Largest film, sound or paper of a post"
        name="mediaMaxMegabytes"
        value={mediaSize}
        choices={MEDIA_SIZES}
        onChange={setMediaSize}
        error={errorOf('mediaMaxMegabytes')}
        hint="Films are made smaller before they are sent, where the browser can do that."
      />
      <ChoiceField
        legend="Largest file taken over from another blog"
        name="importFileMaxMegabytes"
        value={size}
        choices={IMPORT_SIZES}
        onChange={setSize}
        error={errorOf('importFileMaxMegabytes')}
        hint="When posts of another blog move in, their documents, sound and film come along. Larger ones stay where they are, and the post has a link to them."
      />
    </SettingsForm>
  )
}

export const filesSection = settingsSection({
  id: 'files',
  title: 'Film, sound and papers',
  about: 'The largest size of a file',
  labels: ['Largest film, sound or paper of a post', 'Largest file taken over from another blog'],
  reads: { settings: getSettings },
  Component: FileSettings,
})
