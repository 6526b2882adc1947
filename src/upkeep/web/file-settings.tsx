import { useState } from 'react'
import { filesForm } from '#upkeep/contract/upkeep.forms.ts'
import { getPrintCopies, type PrintCopies } from '#upkeep/contract/upkeep.endpoints.ts'
import { sizeText } from '#media/web/index.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { IMPORT_FILE_MAX_MEGABYTES, MEDIA_MAX_MEGABYTES } from '#platform/contract/limits.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { CheckField } from '#ui/forms/check-field.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const toOption = (size: number): RadioOption<string> => ({ value: String(size), label: size === 1024 ? '1 GB' : `${size} MB` })
const IMPORT_SIZES = IMPORT_FILE_MAX_MEGABYTES.map(toOption)
const MEDIA_SIZES = MEDIA_MAX_MEGABYTES.map(toOption)

interface FileSettingsProps {
  readonly settings: Settings
  readonly prints: PrintCopies
}

/** 'Now 120 photos take 240 MB of at most 20 GB.' */
const roomText = ({ count, bytes, maxBytes }: PrintCopies): string =>
  count === 0
    ? `They may take up to ${sizeText(maxBytes)}; there are none yet.`
    : `Now ${count === 1 ? '1 photo takes' : `${count} photos take`} ${sizeText(bytes)} of at most ${sizeText(maxBytes)}.`

/** Maximum size of films, sounds and papers, and print copies of photos (docs/product.md, 12). */
const FileSettings = ({ settings, prints }: FileSettingsProps) => {
  const [mediaSize, setMediaSize] = useState(String(settings.mediaMaxMegabytes))
  const [size, setSize] = useState(String(settings.importFileMaxMegabytes))
  const form = useDeclaredForm(filesForm)
  const { errorOf, isTicked } = form
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
      <CheckField
        name="keepsPrintCopies"
        label="Keep photos in print size"
        hint={`For a printed book: after a post is published, each of its photos is sent once more with up to 3,000 pixels. Nobody can open these copies here; they are in backups and exports. ${roomText(prints)}`}
        defaultChecked={isTicked('keepsPrintCopies', settings.keepsPrintCopies)}
      />
    </SettingsForm>
  )
}

export const filesSection = settingsSection({
  id: 'files',
  title: 'Film, sound and papers',
  about: 'The largest size of a file; photos in print size',
  labels: ['Largest film, sound or paper of a post', 'Largest file taken over from another blog', 'Keep photos in print size'],
  reads: { settings: getSettings, prints: getPrintCopies },
  Component: FileSettings,
})
