import type { PagePlace } from '#site/contract/blog-pages.ts'
import { createPage } from '#site/contract/blog-pages.endpoints.ts'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { Button } from '#ui/components/button.tsx'
import { browserApi } from '#ui/api/browser-api.ts'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { leaveTo } from '#ui/forms/leave-to.ts'
import { readText } from '#ui/forms/sent-values.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { Card } from '#ui/components/card.tsx'

export const PLACE_LABELS: Readonly<Record<PagePlace, string>> = { header: 'Header', footer: 'Footer', none: 'No menu' }
export const PLACE_OPTIONS = (['header', 'footer', 'none'] as const).map((value) => ({ value, label: PLACE_LABELS[value] }))

/** Creates a page and opens the editor. Nobody sees the page before its text is published. */
export const NewPage = () => {
  const form = useForm({
    fields: ['title'],
    send: async (data) => {
      const body = { title: readText(data, 'title'), place: readText(data, 'place') as PagePlace }
      return leaveTo(`/update-post/${(await browserApi(createPage, { body }))._id}`)
    },
  })
  return (
    <Card className="mt-4">
      <form {...form.props} aria-label="Add a page" className="stack">
        <h3 className="text-body font-semibold">Add a page</h3>
        <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_10rem]">
          <TextField label="Title" name="title" dir="auto" maxLength={POST_TITLE_MAX_LENGTH} error={form.errorOf('title')} />
          <SelectField label="Menu" name="place" options={PLACE_OPTIONS} defaultValue="footer" />
        </div>
        <FormMessage form={form} />
        <div>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Create and write
          </Button>
        </div>
      </form>
    </Card>
  )
}
