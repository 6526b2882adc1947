import { DATE_LANGUAGES, dateLanguages } from '#platform/contract/format-date.ts'
import { datesForm } from '#settings/contract/settings.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const OPTIONS = dateLanguages.map((language) => ({ value: language, label: DATE_LANGUAGES[language], lang: language }))

/** The language of the family's own texts; all other words of the pages, and dates, are English. */
const DateSettings = ({ settings }: { readonly settings: Settings }) => {
  const form = useDeclaredForm(datesForm)
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
        defaultValue={form.valueOf('dateLanguage') ?? settings.dateLanguage}
        error={form.errorOf('dateLanguage')}
      />
    </SettingsForm>
  )
}

export const datesSection = settingsSection({
  reads: { settings: getSettings },
  Component: DateSettings,
})
