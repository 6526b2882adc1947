import { useState } from 'react'
import { DATE_LANGUAGES, type DateLanguage, dateLanguages, formatDate, languageProps } from '#platform/contract/format-date.ts'
import { type Settings, updateSettings, getSettings } from '#site/contract/settings.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const OPTIONS = dateLanguages.map((language) => ({ value: language, label: DATE_LANGUAGES[language], lang: language }))
const EXAMPLE = '2026-05-03T12:00:00Z'

/** The language that dates are written in; all other words of the pages are English. */
const DateSettings = ({ settings }: { readonly settings: Settings }) => {
  const [language, setLanguage] = useState<DateLanguage>(settings.dateLanguage)
  const send = async () => {
    await browserApi(updateSettings, { body: { dateLanguage: language } })
  }
  return (
    <SettingsForm hint="Under posts and comments, wherever readers see a date." fields={['dateLanguage']} send={send}>
      {({ errorOf }) => (
        <>
          <SelectField
            label="Language of dates"
            name="dateLanguage"
            options={OPTIONS}
            value={language}
            error={errorOf('dateLanguage')}
            onChange={({ target }) => setLanguage(dateLanguages.find((each) => each === target.value) ?? language)}
          />
          <p className="text-ink-soft">
            A date then reads: <bdi {...languageProps(language)}>{formatDate(EXAMPLE, language)}</bdi>
          </p>
        </>
      )}
    </SettingsForm>
  )
}

export const datesSection = settingsSection({ id: 'dates', title: 'Dates', reads: { settings: getSettings }, Component: DateSettings })
