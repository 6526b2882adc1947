import { blogWordsForm } from '#settings/contract/settings.forms.ts'
import { type BlogWords, getBlogWords } from '#site/contract/site.endpoints.ts'
import { DEFAULT_BLOG_WORDS } from '#platform/contract/default-words.ts'
import { BLOG_LINE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import { TimeZoneField } from './time-zone-field.tsx'
import { showStored } from '#ui/forms/form.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { useIsStep, useSettingsForm } from '#ui/dashboard/use-settings-form.ts'

/** A new blog is asked for words of its own: the default ones are not suggested. */
const withoutDefaults = (words: BlogWords): BlogWords => {
  const own = (word: keyof BlogWords) => (words[word] === DEFAULT_BLOG_WORDS[word] ? '' : words[word])
  return { name: own('name'), mark: own('mark'), author: own('author'), contact: own('contact'), timeZone: words.timeZone }
}

/** Name, mark, author, contact and time zone of the blog. */
const BlogSettings = ({ words: stored }: { readonly words: BlogWords }) => {
  const isStep = useIsStep()
  const words = isStep ? withoutDefaults(stored) : stored
  const form = useSettingsForm(blogWordsForm, {
    onDone: (stored, element, sent) => {
      showStored(element, sent, stored)
      return blogWordsForm.messageOf(stored)
    },
  })
  const { errorOf, valueOf } = form
  return (
    <SettingsForm form={form} hint="In the header, the footer, search results and mails.">
      <TextField
        label="Name of the blog"
        name="name"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('name') ?? words.name}
        error={errorOf('name')}
        hint="In the title of the browser’s tab, in feeds and in mails."
      />
      <TextField
        label="Short name"
        name="mark"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('mark') ?? words.mark}
        error={errorOf('mark')}
        hint="In the header, before ‘Blog’. A heart or a star may be part of it. Left empty, it is a heart and the name."
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
      {isStep ? null : <TimeZoneField timeZone={valueOf('timeZone') ?? words.timeZone} error={errorOf('timeZone')} />}
    </SettingsForm>
  )
}

export const blogSection = settingsSection({
  id: 'blog',
  title: 'The blog',
  about: 'Its name, who writes, how to reach you, its time zone',
  labels: ['Name of the blog', 'Short name', 'Who writes', 'Contact', 'Time zone'],
  reads: { words: getBlogWords },
  Component: BlogSettings,
})
