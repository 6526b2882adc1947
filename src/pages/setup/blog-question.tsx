import { PaletteField } from '#settings/web/index.ts'
import { BLOG_LINE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { DEFAULT_LOOK, type PaletteId } from '#site/contract/look.ts'
import { lookStyle } from '#site/web/index.ts'
import { toFailure, UserError } from '#ui/api/api-error.ts'
import { useForm } from '#ui/forms/form.tsx'
import { readText } from '#ui/forms/sent-values.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { QuestionProps } from './replies.ts'
import { QuestionForm } from './question-form.tsx'

/** A few that differ most; the settings have more. */
const PALETTES: readonly PaletteId[] = ['heart', 'honey', 'forest', 'lake']

export const showPalette = (palette: PaletteId): void => {
  document.documentElement.style.cssText = lookStyle({ ...DEFAULT_LOOK, palette })
}

interface BlogQuestionProps extends QuestionProps {
  readonly onNext: () => void
  readonly onBack: () => void
}

/** The name of the blog and its colour, which the page shows at once. */
export const BlogQuestion = ({ replies, change, failure, onNext, onBack }: BlogQuestionProps) => {
  const form = useForm({
    toFailure: (error) => ({ ...toFailure(error), field: 'blogName' }),
    fields: ['blogName'],
    send: async (data) => {
      const blogName = readText(data, 'blogName').trim()
      if (blogName === '') throw new UserError('Please enter a name for the blog.')
      change({ blogName })
      onNext()
    },
  })
  return (
    <QuestionForm form={form} failure={failure} submitLabel="Next" onBack={onBack}>
      <TextField
        label="Name of the blog"
        name="blogName"
        dir="auto"
        maxLength={BLOG_LINE_MAX_LENGTH}
        value={replies.blogName}
        error={form.errorOf('blogName')}
        onChange={({ target }) => change({ blogName: target.value })}
      />
      <PaletteField
        value={replies.palette}
        palettes={PALETTES}
        onChange={(palette) => {
          change({ palette })
          showPalette(palette)
        }}
      />
    </QuestionForm>
  )
}
