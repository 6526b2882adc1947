import type { BlogWords } from '#contract/endpoints/site.ts'
import type { Look } from '#contract/look.ts'
import { BLOG_LINE_MAX_LENGTH } from '#contract/limits.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'
import { SettingsSection } from './settings-section.tsx'

interface SettingsProps {
  /** Null where it could not be loaded. */
  readonly words: BlogWords | null
  readonly look: Look | null
}

interface WordsProps {
  readonly words: BlogWords
}

const BlogSection = ({ words }: WordsProps) => (
  <SettingsSection
    title="The blog"
    hint="In the header, the footer, search results and mails."
    words={['name', 'mark', 'author', 'contact']}
  >
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
  </SettingsSection>
)

const LinkSection = ({ words }: WordsProps) => (
  <SettingsSection
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
  </SettingsSection>
)

/** The words and the look that make a blog the family's own (docs/product.md, 2). */
export const SettingsTab = ({ words, look }: SettingsProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
    {words === null ? null : (
      <div className="grid max-w-measure grid-cols-[minmax(0,1fr)] gap-6">
        <BlogSection words={words} />
        <LinkSection words={words} />
      </div>
    )}
    {look === null ? null : <AppearanceSettings look={look} />}
  </div>
)
