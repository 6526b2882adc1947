import { useState } from 'react'
import { DATE_LANGUAGES, type DateLanguage, dateLanguages, formatDate, languageProps } from '#platform/contract/format-date.ts'
import { datesForm } from '#settings/contract/settings.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const OPTIONS = dateLanguages.map((language) => ({ value: language, label: DATE_LANGUAGES[language], lang: language }))
const EXAMPLE = '2026-05-03T12:00:00Z'

/** The language of dates and of the family's own texts; all other words of the pages are English. */
const DateSettings = ({ settings }: { readonly settings: Settings }) => {
  const form = useDeclaredForm(datesForm)
  const [language, setLanguage] = useState<DateLanguage>(settings.dateLanguage)
  return (
    <SettingsForm
      form={form}
      title="Language"
      hint="Dates are written in it. Long words of posts and pages break by its rules, and screen readers read them in it. Buttons and menus stay English."
    >
      <SelectField
        label="Language of posts and dates"
        name="dateLanguage"
        options={OPTIONS}
        value={language}
        error={form.errorOf('dateLanguage')}
        onChange={({ target }) => setLanguage(dateLanguages.find((each) => each === target.value) ?? language)}
      />
      <p className="text-ink-soft">
        A date then reads: <bdi {...languageProps(language)}>{formatDate(EXAMPLE, language)}</bdi>
      </p>
    </SettingsForm>
  )
}

export const datesSection = settingsSection({
  reads: { settings: getSettings },
  Component: DateSettings,
})
