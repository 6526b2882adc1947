import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { EmptyState } from '#ui/components/empty-state.tsx'
import { LinkRow } from '#ui/components/link-row.tsx'
import { type SettingsSection, sectionPath } from '#ui/dashboard/settings-section.ts'

export interface SectionGroup {
  readonly title: string
  readonly sections: readonly SettingsSection[]
}

const toWords = (text: string): readonly string[] => text.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)

const hasWords = (text: string, words: readonly string[]) => words.every((word) => text.toLocaleLowerCase('en').includes(word))

/** Labels of the section that have the words; null if neither they nor the section have them. */
export const matchSection = ({ title, about, labels }: SettingsSection, search: string): readonly string[] | null => {
  const words = toWords(search)
  if (words.length === 0) return []
  const found = labels.filter((label) => hasWords(label, words))
  return found.length > 0 || hasWords([title, about, ...labels].join(' '), words) ? found : null
}

interface SettingsListProps {
  readonly groups: readonly SectionGroup[]
  /** What the address searches for. */
  readonly search: string
}

/** All sections, found by the words of their labels: as one types, or by a request without the script. */
export const SettingsList = ({ groups, search: initial }: SettingsListProps) => {
  const [search, setSearch] = useState(initial)
  const shown = groups.flatMap(({ title, sections }) => {
    const entries = sections.flatMap((section) => {
      const found = matchSection(section, search)
      return found === null ? [] : [{ section, found }]
    })
    return entries.length === 0 ? [] : [{ title, entries }]
  })
  const count = shown.reduce((sum, { entries }) => sum + entries.length, 0)
  return (
    <div className="stack gap-6">
      <search>
        <form className="search-form max-w-measure">
          <input type="hidden" name="tab" value="settings" />
          <input
            type="search"
            name="search"
            aria-label="Find a setting"
            placeholder="Find a setting…"
            autoComplete="off"
            defaultValue={initial}
            className="control search-control"
            onChange={({ target }) => setSearch(target.value)}
          />
          <button type="submit" aria-label="Search the settings" className="search-button">
            <Search aria-hidden="true" size={19} />
          </button>
        </form>
      </search>
      <p role="status" className="sr-only">
        {search.trim() === '' ? '' : count === 1 ? '1 section' : `${count} sections`}
      </p>
      {shown.length === 0 ? <EmptyState title="No setting has these words." /> : null}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        {shown.map(({ title, entries }) => (
          <section key={title} aria-label={title} className="min-w-0">
            <h2 className="mb-2 text-h3">{title}</h2>
            <ul className="card divide-y divide-line overflow-hidden">
              {entries.map(({ section: { id, title, about }, found }) => (
                // The id is for addresses of before (`#comments`) without a script.
                <LinkRow key={id} id={id} href={sectionPath(id)} note={found.length > 0 ? found.join(' · ') : about}>
                  {title}
                </LinkRow>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  )
}
