import { useState } from 'react'
import { commentsSettingsForm } from '#comments/contract/comments-settings.forms.ts'
import { type Settings, getSettings } from '#site/contract/settings.endpoints.ts'
import { COMMENT_MAX_LENGTHS } from '#platform/contract/limits.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { useDeclaredForm } from '#ui/forms/declared-form.tsx'

const LENGTH_HINTS: Readonly<Record<(typeof COMMENT_MAX_LENGTHS)[number], string>> = {
  250: 'A few kind sentences.',
  1000: 'Room for a whole letter. A good choice for most families.',
  5000: 'Two pages, for those who have a long story to tell.',
}

const lengthChoices = (): readonly RadioOption<string>[] =>
  COMMENT_MAX_LENGTHS.map((length) => ({
    value: String(length),
    label: `${length.toLocaleString('en')} characters`,
    hint: LENGTH_HINTS[length],
  }))

const OPEN = 'Readers can comment'
const WAIT = 'Comments of people we do not know yet wait'

/** Who may comment, how long, and which comments wait for an admin (docs/product.md, 13). */
const CommentsSettings = ({ settings: initial }: { readonly settings: Settings }) => {
  const [length, setLength] = useState(String(initial.commentMaxLength))
  const form = useDeclaredForm(commentsSettingsForm)
  const { errorOf, isTicked } = form
  return (
    <SettingsForm form={form} hint="A single post can be closed to comments where it is written.">
      <div>
        <CheckField
          name="commentsOpen"
          label={OPEN}
          hint="When this is off, existing comments stay, and nobody can add one."
          defaultChecked={isTicked('commentsOpen', initial.commentsOpen)}
        />
        <CheckField
          name="firstCommentsWait"
          label={WAIT}
          hint="Until you have approved one of theirs. What they write with a link, or faster than people write, waits always."
          defaultChecked={isTicked('firstCommentsWait', initial.firstCommentsWait)}
        />
      </div>
      <ChoiceField
        legend="Longest comment"
        name="commentMaxLength"
        value={length}
        choices={lengthChoices()}
        onChange={setLength}
        error={errorOf('commentMaxLength')}
        hint="Longer comments stay as they are until they are edited."
      />
    </SettingsForm>
  )
}

export const commentsSection = settingsSection({
  reads: { settings: getSettings },
  Component: CommentsSettings,
})
