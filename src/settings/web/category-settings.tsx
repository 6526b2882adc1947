import { type ReactNode, useRef, useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { flushSync } from 'react-dom'
import { type ListedCategory, createCategory, deleteCategory, updateCategory, listCategories } from '#site/contract/categories.endpoints.ts'
import { categoryLabel, NO_CATEGORY_NAMES } from '#site/contract/category-names.ts'
import { CATEGORY_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { readTexts, showStored } from '#ui/forms/sent-values.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { changeAndFocus } from '#ui/components/focus-notice.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { SaveRow, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

interface RowProps {
  readonly category: ListedCategory
  readonly onChange: (category: ListedCategory) => void
}

const usesText = ({ uses }: ListedCategory) => (uses === 0 ? 'Not used' : plural(uses, '1 post', 'posts'))

interface RenamedProps extends RowProps {
  readonly hint: string
  /** Further buttons. */
  readonly children: ReactNode
}

const RenameForm = ({ category: { slug, name }, onChange, hint, children }: RenamedProps) => {
  const form = useForm({
    fields: ['name'],
    send: async (data, element) => {
      const sent = readTexts(data, ['name'])
      const saved = await browserApi(updateCategory, { params: { category: slug }, body: sent })
      showStored(element, sent, { name: saved.name })
      onChange(saved)
      return 'Saved.'
    },
  })
  return (
    <form {...form.props} className="stack">
      <TextField
        label="Name"
        name="name"
        dir="auto"
        maxLength={CATEGORY_MAX_LENGTH}
        defaultValue={name}
        error={form.errorOf('name')}
        hint={hint}
      />
      <FormMessage form={form} />
      <div className="row gap-y-2">
        <SaveRow form={form} />
        {children}
      </div>
    </form>
  )
}

const NameAndUses = ({ category }: Pick<RowProps, 'category'>) => (
  <p className="min-w-0 flex-1">
    <bdi className="font-medium wrap-anywhere">{category.name}</bdi>
    <span className="block text-small text-ink-soft">
      <span>{usesText(category)}</span>
      <span>{category.isHidden ? ', hidden' : ''}</span>
    </span>
  </p>
)

interface CategoryRowProps extends RowProps {
  readonly onDelete: () => void
}

/** All can be renamed; while no post uses it, one that every blog has can be hidden, and another deleted. */
const CategoryRow = ({ category, onChange, onDelete }: CategoryRowProps) => {
  const { run, error } = useAction()
  const [resets, setResets] = useState(0)
  const { slug, name, isHidden, isOwn } = category
  const firstName = isOwn ? name : categoryLabel(slug, NO_CATEGORY_NAMES)
  const params = { category: slug }
  const summary = useRef<HTMLElement>(null)
  const hideOrShow = async () => onChange(await browserApi(updateCategory, { params, body: { isHidden: !isHidden } }))
  const nameAgain = async () => {
    const renamed = await browserApi(updateCategory, { params, body: { name: firstName } })
    changeAndFocus(
      () => {
        onChange(renamed)
        setResets((before) => before + 1)
      },
      () => summary.current,
    )
  }
  const remove = () => browserApi(deleteCategory, { params }).then(onDelete)
  return (
    <li className="border-b border-line py-2">
      <div className="flex flex-wrap items-center gap-x-1">
        <NameAndUses category={category} />
        <details className="open:order-last open:w-full">
          <summary ref={summary} className="text-button">
            Rename<span className="sr-only"> {name}</span>
          </summary>
          <RenameForm
            key={resets}
            category={category}
            onChange={onChange}
            hint={`${isOwn ? '' : `${inQuotes(firstName)} at first. `}Its address, ${slug}, stays.`}
          >
            {name === firstName ? null : (
              <button type="button" className="text-button" onClick={() => void run(nameAgain)}>
                Back to {inQuotes(firstName)}
              </button>
            )}
          </RenameForm>
        </details>
        {isOwn ? (
          <button type="button" className="text-button text-danger" aria-label={`Delete ${name}`} onClick={() => void run(remove)}>
            Delete
          </button>
        ) : (
          <button
            type="button"
            className="text-button"
            aria-label={`${isHidden ? 'Show' : 'Hide'} ${name}`}
            onClick={() => void run(hideOrShow)}
          >
            {isHidden ? 'Show' : 'Hide'}
          </button>
        )}
      </div>
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </li>
  )
}

const NewCategory = ({ onAdd }: { readonly onAdd: (category: ListedCategory) => void }) => {
  const form = useForm({
    fields: ['name', 'slug'],
    send: async (data, element) => {
      const sent = readTexts(data, ['name', 'slug'])
      const slug = sent.slug.trim()
      const added = await browserApi(createCategory, { body: { name: sent.name, ...(slug === '' ? {} : { slug }) } })
      showStored(element, sent, { name: '', slug: '' })
      onAdd(added)
      return `${inQuotes(added.name)} is added.`
    },
  })
  return (
    <form {...form.props} aria-label="Add a category" className="stack">
      <TextField label="Name" name="name" dir="auto" maxLength={CATEGORY_MAX_LENGTH} error={form.errorOf('name')} />
      <TextField
        label="Address"
        name="slug"
        autoCapitalize="none"
        maxLength={CATEGORY_MAX_LENGTH}
        error={form.errorOf('slug')}
        hint="Letters a to z, numbers and hyphens; it stays when the name changes. Leave it empty, and it is made of the name."
      />
      <FormMessage form={form} />
      <div className="row gap-y-2">
        <Button type="submit" variant="primary" busy={form.isPending}>
          Add the category
        </Button>
        <p role="status" className="text-ink-soft">
          {form.done}
        </p>
      </div>
    </form>
  )
}

/** The categories of the blog; each change is saved at once. */
const CategorySettings = ({ categories: initial }: { readonly categories: readonly ListedCategory[] }) => {
  const [categories, setCategories] = useState(initial)
  const [news, setNews] = useState('')
  const newsLine = useRef<HTMLParagraphElement>(null)
  const replace = (changed: ListedCategory) =>
    setCategories((before) => before.map((each) => (each.slug === changed.slug ? changed : each)))
  const remove = ({ slug, name }: ListedCategory) => {
    // The row is removed with its buttons: the message takes the focus, once it is there.
    flushSync(() => {
      setCategories((before) => before.filter((each) => each.slug !== slug))
      setNews(`${inQuotes(name)} is deleted.`)
    })
    newsLine.current?.focus()
  }
  const rows = (list: readonly ListedCategory[]) => (
    <ul>
      {list.map((category) => (
        <CategoryRow key={category.slug} category={category} onChange={replace} onDelete={() => remove(category)} />
      ))}
    </ul>
  )
  const own = categories.filter(({ isOwn }) => isOwn)
  return (
    <div className="stack gap-6">
      <SettingsCard title="Your own" hint="In the forms for posts, the search and on the page Projects, beside the built-in ones.">
        {own.length === 0 ? null : rows(own)}
        <p ref={newsLine} role="status" tabIndex={-1} className="mb-4 text-ink-soft outline-none">
          {news}
        </p>
        <NewCategory onAdd={(added) => setCategories((before) => [...before, added])} />
      </SettingsCard>
      <SettingsCard
        title="Those that every blog has"
        hint="A new name is shown everywhere; the address stays. One that nothing uses can be hidden from the forms."
      >
        {rows(categories.filter(({ isOwn }) => !isOwn))}
      </SettingsCard>
    </div>
  )
}

export const categoriesSection = settingsSection({
  reads: { list: listCategories },
  Component: ({ list }) => <CategorySettings categories={list.categories} />,
})
