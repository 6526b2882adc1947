import { DATE_LANGUAGES, dateLanguages } from '#platform/contract/format-date.ts'
import { type Settings, getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SAVED_FOR_READERS, SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const OPTIONS = dateLanguages.map((language) => ({ value: language, label: DATE_LANGUAGES[language], lang: language }))

/** The language of the family's own texts; all other words of the pages, and dates, are English. */
const DateSettings = ({ settings }: { readonly settings: Settings }) => {
  const form = useForm({
    fields: ['dateLanguage'],
    send: async (data) => {
      await browserApi(updateSettings, { body: { dateLanguage: readText(data, 'dateLanguage') as Settings['dateLanguage'] } })
      return SAVED_FOR_READERS
    },
  })
  return (
    <SettingsForm
      form={form}
      title="Language"
      hint="Long words of posts and pages break by its rules, and screen readers read them in it. Dates, buttons and menus stay English."
    >
      <SelectField
        label="Language of your posts"
        name="dateLanguage"
        options={OPTIONS}
        defaultValue={settings.dateLanguage}
        error={form.errorOf('dateLanguage')}
      />
    </SettingsForm>
  )
}

export const datesSection = settingsSection({
  reads: { settings: getSettings },
  Component: DateSettings,
})
