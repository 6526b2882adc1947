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

/** The language that dates are written in; all other words of the pages are English. */
const DateSettings = ({ settings }: { readonly settings: Settings }) => {
  const form = useDeclaredForm(datesForm)
  const [language, setLanguage] = useState<DateLanguage>(settings.dateLanguage)
  return (
    <SettingsForm form={form} hint="Under posts and comments, wherever readers see a date.">
      <SelectField
        label="Language of dates"
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
  id: 'dates',
  title: 'Dates',
  about: 'The language of dates',
  labels: ['Language of dates'],
  reads: { settings: getSettings },
  Component: DateSettings,
})
