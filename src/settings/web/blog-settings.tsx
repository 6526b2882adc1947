import { blogWordsForm } from '#settings/contract/settings.forms.ts'
import { type BlogWords, getBlogWords } from '#site/contract/site.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { showStored } from '#ui/forms/form.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

/** Name of the blog, who writes, how to reach them, and the time zone. */
const BlogSettings = ({ words }: { readonly words: BlogWords }) => {
  const form = useDeclaredForm(blogWordsForm, {
    onDone: (stored, element, sent) => {
      showStored(element, sent, stored)
      return blogWordsForm.messageOf(stored)
    },
  })
  const { errorOf, valueOf } = form
  return (
    <SettingsForm form={form}>
      <TextField
        label="Name of the blog"
        name="name"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('name') ?? words.name}
        error={errorOf('name')}
        hint="In the header, with a heart; in the browser’s tab, in feeds and in mails."
      />
      <TextField
        label="Who writes"
        name="author"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('author') ?? words.author}
        error={errorOf('author')}
        hint="As readers will see it: ‘Mara and Jon’, or ‘The Lindqvist family’."
      />
      <TextField
        label="Contact"
        name="contact"
        type="email"
        autoComplete="email"
        defaultValue={valueOf('contact') ?? words.contact}
        error={errorOf('contact')}
        hint="An email address, shown to everybody in the Privacy Policy and the Terms. Leave empty for none."
      />
      <TimeZoneField timeZone={valueOf('timeZone') ?? words.timeZone} error={errorOf('timeZone')} />
    </SettingsForm>
  )
}

export const blogSection = settingsSection({ reads: { words: getBlogWords }, Component: BlogSettings })
