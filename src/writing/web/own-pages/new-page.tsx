import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { PAGE_PLACES, type PagePlace } from '#site/contract/blog-pages.ts'
import { POST_TITLE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { toFailure } from '#ui/api/api-error.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage, useForm, readText } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'

export const PLACE_LABELS: Readonly<Record<PagePlace, string>> = { header: 'Header', footer: 'Footer', none: 'No menu' }
export const PLACE_OPTIONS = (['header', 'footer', 'none'] as const).map((value) => ({ value, label: PLACE_LABELS[value] }))

export const readPlace = (value: FormDataEntryValue | null): PagePlace => PAGE_PLACES.find((place) => place === value) ?? 'none'

/** Creates a page and opens the editor. Nobody sees the page before its text is published. */
export const NewPage = () => {
  const form = useForm({
    async send(data) {
      const body = { title: readText(data, 'title'), place: readPlace(data.get('place')) }
      const { _id } = await browserApi(createPage, { body })
      location.assign(`/update-post/${_id}`)
      return new Promise<string>(() => {})
    },
    toFailure,
    fields: ['title', 'place'],
  })
  return (
    <form
      method="post"
      noValidate
      aria-label="Add a page"
      className="stack mt-4 rounded-card border border-line bg-surface p-5"
      {...form.props}
    >
      <h3 className="text-body font-semibold">Add a page</h3>
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField label="Title" name="title" maxLength={POST_TITLE_MAX_LENGTH} error={form.errorOf('title')} />
        <SelectField label="Menu" name="place" options={PLACE_OPTIONS} defaultValue="footer" />
      </div>
      <FormMessage form={form} />
      <div>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Create and write
        </Button>
      </div>
    </form>
  )
}
