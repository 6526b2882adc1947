import { blogWordsForm } from '#settings/contract/settings.forms.ts'
import { type BlogWords, getBlogWords } from '#site/contract/site.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { showStored } from '#ui/forms/form.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

/** Name, mark, author and contact of the blog. */
const BlogSettings = ({ words }: { readonly words: BlogWords }) => {
  const form = useDeclaredForm(blogWordsForm, {
    onDone: (stored, element, sent) => {
      showStored(element, sent, stored)
      return blogWordsForm.messageOf(stored)
    },
  })
  const { errorOf, valueOf } = form
  return (
    <SettingsForm form={form} hint="In the header, the footer, search results and mails.">
      <TextField
        label="Name"
        name="name"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('name') ?? words.name}
        error={errorOf('name')}
        hint="In the title of the browser’s tab, in feeds and in mails."
      />
      <TextField
        label="Mark"
        name="mark"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('mark') ?? words.mark}
        error={errorOf('mark')}
        hint="In the header, before the word Blog. A heart or a star may be part of it."
      />
      <TextField
        label="Who writes"
        name="author"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('author') ?? words.author}
        error={errorOf('author')}
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
    </SettingsForm>
  )
}

export const blogSection = settingsSection({ id: 'blog', title: 'The blog', reads: { words: getBlogWords }, Component: BlogSettings })
