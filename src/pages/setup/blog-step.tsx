import { DEFAULT_BLOG_WORDS } from '#platform/contract/default-words.ts'
import { type BlogWords, updateBlogWords } from '#site/contract/site.endpoints.ts'
import { BLOG_LINE_MAX_LENGTH } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { blogWordsForm } from '#settings/contract/settings.forms.ts'
import { StepForm } from './step-form.tsx'

interface BlogStepProps {
  readonly words: BlogWords
  /** Address of the next step. */
  readonly next: string
}

/** Default words are not suggested: the field is empty, for the family's own. */
const unlessDefault = (words: BlogWords, word: 'name' | 'author') => (words[word] === DEFAULT_BLOG_WORDS[word] ? '' : words[word])

/** The mark in the header follows the name, unless another one was chosen. */
const markFor = (name: string, { mark }: BlogWords) =>
  mark === DEFAULT_BLOG_WORDS.mark ? Array.from(`♥ ${name.trim()}`).slice(0, BLOG_LINE_MAX_LENGTH).join('') : mark

export const BlogStep = ({ words, next }: BlogStepProps) => {
  const form = useDeclaredForm(blogWordsForm, {
    next,
    send: (body) => browserApi(updateBlogWords, { body: { ...body, mark: markFor(body.name ?? '', words) } }),
  })
  const { errorOf, valueOf } = form
  return (
    <StepForm form={form} submitLabel="Go on">
      <TextField
        label="Name of the blog"
        name="name"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('name') ?? unlessDefault(words, 'name')}
        error={errorOf('name')}
      />
      <TextField
        label="Who writes"
        name="author"
        maxLength={BLOG_LINE_MAX_LENGTH}
        defaultValue={valueOf('author') ?? unlessDefault(words, 'author')}
        error={errorOf('author')}
        hint="As readers are to see it: ‘Mara and Jon’, or ‘The Lindqvist family’."
      />
      <TextField
        label="Contact"
        name="contact"
        type="email"
        autoComplete="email"
        defaultValue={valueOf('contact') ?? words.contact}
        error={errorOf('contact')}
        hint="An email address for questions, shown in the Privacy Policy and the Terms. It may stay empty for now."
      />
    </StepForm>
  )
}
