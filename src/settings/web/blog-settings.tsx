import { type BlogWords, updateBlogWords, getBlogWords } from '#site/contract/site.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { ReactNode } from 'react'
import { browserApi } from '#ui/api/browser-api.ts'
import { type Form, readText, showStored } from '#ui/forms/form.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

type Word = keyof BlogWords

interface WordsFormProps {
  readonly title?: string
  readonly hint: string
  /** Names of the fields. */
  readonly words: readonly Word[]
  readonly children: (form: Form) => ReactNode
}

/** A form for some of the blog's words, saved together. */
const WordsForm = ({ words, ...texts }: WordsFormProps) => {
  const send = async (data: FormData, form: HTMLFormElement) => {
    const body = Object.fromEntries(words.map((word) => [word, readText(data, word)]))
    showStored(form, body, await browserApi(updateBlogWords, { body }))
  }
  return <SettingsForm {...texts} fields={words} send={send} />
}

/** Name, mark, author and contact of the blog. */
const BlogSettings = ({ words }: { readonly words: BlogWords }) => (
  <WordsForm hint="In the header, the footer, search results and mails." words={['name', 'mark', 'author', 'contact']}>
    {({ errorOf }) => (
      <>
        <TextField
          label="Name"
          name="name"
          maxLength={BLOG_LINE_MAX_LENGTH}
          defaultValue={words.name}
          error={errorOf('name')}
          hint="In the title of the browser’s tab, in feeds and in mails."
        />
        <TextField
          label="Mark"
          name="mark"
          maxLength={BLOG_LINE_MAX_LENGTH}
          defaultValue={words.mark}
          error={errorOf('mark')}
          hint="In the header, before the word Blog. A heart or a star may be part of it."
        />
        <TextField
          label="Who writes"
          name="author"
          maxLength={BLOG_LINE_MAX_LENGTH}
          defaultValue={words.author}
          error={errorOf('author')}
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
      </>
    )}
  </WordsForm>
)

export const blogSection = settingsSection({ id: 'blog', title: 'The blog', reads: { words: getBlogWords }, Component: BlogSettings })
