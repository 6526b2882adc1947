import { useRef, useState } from 'react'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { flushSync } from 'react-dom'
import { newCategoryForm, renameCategoryForm } from '#settings/contract/settings.forms.ts'
import { type ListedCategory, deleteCategory, updateCategory, listCategories } from '#site/contract/categories.endpoints.ts'
import { CATEGORY_MAX_LENGTH } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { DeclaredForm, useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { FormMessage, showStored } from '#ui/forms/form.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { SaveRow, SettingsCard } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

interface RowProps {
  readonly category: ListedCategory
  readonly onChange: (category: ListedCategory) => void
}

const usesText = ({ uses }: ListedCategory) => (uses === 0 ? 'Not used' : uses === 1 ? '1 post' : `${uses} posts`)

/** A fixed category: shown in the forms, or hidden while no post uses it. */
const FixedCategory = ({ category, onChange }: RowProps) => {
  const { run, error } = useAction()
  const { slug, name, isHidden } = category
  const change = async () => {
    onChange(await browserApi(updateCategory, { params: { category: slug }, body: { isHidden: !isHidden } }))
  }
  return (
    <li className="border-b border-line py-2">
      <div className="row">
        <span className="font-medium">{name}</span>
        <span className="mr-auto text-small text-ink-soft">
          {usesText(category)}
          {isHidden ? ', hidden' : null}
        </span>
        <button type="button" className="text-button" aria-label={`${isHidden ? 'Show' : 'Hide'} ${name}`} onClick={() => void run(change)}>
          {isHidden ? 'Show' : 'Hide'}
        </button>
      </div>
      {error === null ? null : <Alert>{error}</Alert>}
    </li>
  )
}

interface OwnRowProps extends RowProps {
  readonly onDelete: () => void
}

/** A category that the family added: can be renamed, or deleted while no post uses it. */
const OwnCategory = ({ category, onChange, onDelete }: OwnRowProps) => {
  const { slug, name } = category
  const form = useDeclaredForm(renameCategoryForm, {
    instance: { category: slug },
    onDone: (saved, element, sent) => {
      showStored(element, sent, { name: saved.name })
      onChange(saved)
      return renameCategoryForm.messageOf(saved)
    },
  })
  const { run, error } = useAction()
  const remove = async () => {
    await browserApi(deleteCategory, { params: { category: slug } })
    onDelete()
  }
  return (
    <li className="border-b border-line py-4">
      <DeclaredForm form={form}>
        <TextField
          label="Name"
          name="name"
          dir="auto"
          maxLength={CATEGORY_MAX_LENGTH}
          defaultValue={name}
          error={form.errorOf('name')}
          hint={`Address: ${slug}. ${usesText(category)}.`}
        />
        <FormMessage form={form} />
        <div className="row gap-y-2">
          <SaveRow form={form} />
          <button type="button" className="text-button text-danger" aria-label={`Delete ${name}`} onClick={() => void run(remove)}>
            Delete
          </button>
        </div>
      </DeclaredForm>
      {error === null ? null : <Alert className="mt-3">{error}</Alert>}
    </li>
  )
}

const NewCategory = ({ onAdd }: { readonly onAdd: (category: ListedCategory) => void }) => {
  const form = useDeclaredForm(newCategoryForm, {
    onDone: (added, element) => {
      element.reset()
      onAdd(added)
      return newCategoryForm.messageOf(added)
    },
  })
  return (
    <DeclaredForm form={form} label="Add a category">
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
          {form.state.type === 'done' ? form.state.message : null}
        </p>
      </div>
    </DeclaredForm>
  )
}

/** The categories of the blog (docs/product.md, 12); each change is saved at once. */
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
  const own = categories.filter(({ isOwn }) => isOwn)
  return (
    <div className="stack gap-6">
      <SettingsCard title="Your own" hint="In the forms for posts, the search and on the page Projects, beside those of every blog.">
        {own.length === 0 ? null : (
          <ul>
            {own.map((category) => (
              <OwnCategory key={category.slug} category={category} onChange={replace} onDelete={() => remove(category)} />
            ))}
          </ul>
        )}
        <p ref={newsLine} role="status" tabIndex={-1} className="mb-4 text-ink-soft outline-none">
          {news}
        </p>
        <NewCategory onAdd={(added) => setCategories((before) => [...before, added])} />
      </SettingsCard>
      <SettingsCard title="Of every blog" hint="They keep their names. One that nothing uses can be hidden from the forms.">
        <ul>
          {categories
            .filter(({ isOwn }) => !isOwn)
            .map((category) => (
              <FixedCategory key={category.slug} category={category} onChange={replace} />
            ))}
        </ul>
      </SettingsCard>
    </div>
  )
}

export const categoriesSection = settingsSection({
  id: 'categories',
  title: 'Categories',
  about: 'Your own, and those that every blog has',
  labels: ['Your own', 'Name', 'Address', 'Add the category', 'Of every blog', 'Hide'],
  reads: { list: listCategories },
  Component: ({ list }) => <CategorySettings categories={list.categories} />,
})
