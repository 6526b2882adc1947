import { categoryOptions, type CategoryOption, SEARCH_CATEGORIES } from '#platform/contract/categories.ts'
import type { ImportDetail } from '#moving/contract/imports.endpoints.ts'
import { type ImportChoices, INCLUDABLE, type Includable } from '#moving/contract/import-choices.ts'
import { useSite } from '#site/web/index.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

const INCLUDED: Readonly<Record<Includable, { readonly label: string; readonly hint: string }>> = {
  drafts: { label: 'Drafts', hint: 'They stay unpublished; what was planned there is planned here.' },
  pages: { label: 'Pages', hint: 'In the menus that had them. Comments on pages stay behind.' },
  private: {
    label: 'Private posts',
    hint: 'For the admins only; those behind a password or for members are for the family.',
  },
  people: {
    label: 'People',
    hint: 'Readers who had agreed to the newsletter follow by mail. Everybody gets a link of their own to join; nobody is mailed, and the links are in a file that only the person who runs the blog can read.',
  },
  tags: { label: 'Categories and tags', hint: 'Those that are unknown here become categories of your own, the most used first.' },
}

interface ChoicesProps {
  readonly of: ImportDetail
  readonly choices: ImportChoices
  readonly onChange: (choices: ImportChoices) => void
}

/** Options of an import. */
export const Choices = ({ of, choices, onChange }: ChoicesProps) => {
  const toggle = (name: Includable, isOn: boolean) =>
    onChange({ ...choices, include: INCLUDABLE.filter((each) => (each === name ? isOn : choices.include.includes(each))) })
  return (
    <div className="stack">
      {of.format === 'ghost' ? (
        <TextField
          label="Address of the old blog"
          hint="An export of Ghost does not say where its pictures are."
          type="url"
          inputMode="url"
          placeholder="https://old.example.org"
          value={choices.site ?? ''}
          onChange={({ currentTarget }) => onChange({ ...choices, site: currentTarget.value === '' ? null : currentTarget.value })}
        />
      ) : null}
      <CategoryChoices of={of} choices={choices} onChange={onChange} />
      <fieldset>
        <legend className="mb-1.5 font-medium">Bring also</legend>
        {INCLUDABLE.map((name) => (
          <CheckField
            key={name}
            {...INCLUDED[name]}
            checked={choices.include.includes(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
        ))}
      </fieldset>
      <CheckField
        label="Fetch pictures and files from the old blog"
        hint="Without it, links to them stay in the posts."
        checked={choices.fetchesPictures}
        onChange={({ currentTarget }) => onChange({ ...choices, fetchesPictures: currentTarget.checked })}
      />
    </div>
  )
}

/** A select for each category that the last check found: which of Kindred's categories it becomes. */
const CategoryChoices = ({ of, choices, onChange }: ChoicesProps) => {
  const { categories } = useSite()
  const found = of.check?.categories ?? []
  if (found.length === 0) return null
  const chosen = (theirs: string) => choices.categories.find((category) => category.theirs === theirs)?.ours
  const options = (ours: string): readonly CategoryOption[] => [
    { value: 'uncategorized', label: 'No category' },
    ...categoryOptions(SEARCH_CATEGORIES, categories, [ours]).filter(({ value }) => value !== 'uncategorized'),
  ]
  const choose = (theirs: string, ours: string) =>
    onChange({ ...choices, categories: [...choices.categories.filter((category) => category.theirs !== theirs), { theirs, ours }] })
  // Categories without a counterpart in Kindred come first.
  const sorted = [...found.filter(({ ours }) => ours === null), ...found.filter(({ ours }) => ours !== null)]
  return (
    <fieldset className="stack">
      <legend className="mb-1.5 font-medium">Categories there become these here</legend>
      {sorted.map(({ theirs, ours, posts }) => {
        const value = chosen(theirs) ?? ours ?? 'uncategorized'
        return (
          <SelectField
            key={theirs}
            label={
              <>
                <bdi>{theirs}</bdi>{' '}
                <span className="text-small font-normal text-ink-soft">{`(${posts === 1 ? '1 post' : `${posts} posts`})`}</span>
              </>
            }
            value={value}
            options={options(value)}
            onChange={({ currentTarget }) => choose(theirs, currentTarget.value)}
          />
        )
      })}
      <p className="text-small text-ink-soft">
        One is missing? Add it under{' '}
        <a href="/dashboard?tab=settings&section=categories" className="link">
          Categories
        </a>{' '}
        first.
      </p>
    </fieldset>
  )
}
