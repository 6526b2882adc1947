import { type BlogWords, getBlogWords, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { browserApi } from '#ui/api/browser-api.ts'
import { useForm } from '#ui/forms/form.tsx'
import { readTexts, showStored } from '#ui/forms/sent-values.ts'
import { SAVED_FOR_READERS, SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const FIELDS = ['name', 'author', 'contact', 'timeZone'] as const

/** Name of the blog, who writes, how to reach them, and the time zone. */
const BlogSettings = ({ words }: { readonly words: BlogWords }) => {
  const form = useForm({
    fields: FIELDS,
    send: async (data, element) => {
      const sent = readTexts(data, FIELDS)
      showStored(element, sent, await browserApi(updateBlogWords, { body: sent }))
      return SAVED_FOR_READERS
    },
  })
  const { errorOf } = form
  return (
    <SettingsForm form={form}>
      <TextField
        label="Name of the blog"
        name="name"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={words.name}
        error={errorOf('name')}
        hint="In the header, with a heart; in the browser’s tab, in feeds and in mails."
      />
      <TextField
        label="Who writes"
        name="author"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={words.author}
        error={errorOf('author')}
        hint="As readers will see it: ‘Mara and Jon’, or ‘The Lindqvist family’."
      />
      <TextField
        label="Contact"
        name="contact"
        type="email"
        autoComplete="email"
        defaultValue={words.contact}
        error={errorOf('contact')}
        hint="An email address, shown to everybody in the Privacy Policy and the Terms. Leave empty for none."
      />
      <TimeZoneField timeZone={words.timeZone} error={errorOf('timeZone')} />
    </SettingsForm>
  )
}

export const blogSection = settingsSection({ reads: { words: getBlogWords }, Component: BlogSettings })
