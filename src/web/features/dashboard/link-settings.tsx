import type { BlogWords } from '#contract/endpoints/site.ts'
import { BLOG_LINE_MAX_LENGTH } from '#contract/limits.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { WordsForm } from './words-form.tsx'

export const LinkSettings = ({ words }: { readonly words: BlogWords }) => (
  <WordsForm
    title="Link in the footer"
    hint="To your page elsewhere. Without an address there is none."
    words={['socialUrl', 'socialLabel']}
  >
    {({ errorOf }) => (
      <>
        <TextField
          label="Address"
          name="socialUrl"
          type="url"
          placeholder="https://"
          defaultValue={words.socialUrl}
          error={errorOf('socialUrl')}
        />
        <TextField
          label="Words"
          name="socialLabel"
          maxLength={BLOG_LINE_MAX_LENGTH}
          defaultValue={words.socialLabel}
          error={errorOf('socialLabel')}
        />
      </>
    )}
  </WordsForm>
)
