import { useState } from 'react'
import { type Settings, getSettings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { COMMENT_MAX_LENGTHS } from '#site/contract/site-limits.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SAVED_FOR_READERS, SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useForm } from '#ui/forms/form.tsx'

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

/** Who may comment, how long, and which comments wait for an admin. */
const CommentsSettings = ({ settings: initial }: { readonly settings: Settings }) => {
  const [length, setLength] = useState(String(initial.commentMaxLength))
  const form = useForm({
    fields: ['commentMaxLength'],
    send: async (data) => {
      const choices = { commentsOpen: data.has('commentsOpen'), firstCommentsWait: data.has('firstCommentsWait') }
      await browserApi(updateSettings, { body: { ...choices, commentMaxLength: Number(length) as Settings['commentMaxLength'] } })
      return SAVED_FOR_READERS
    },
  })
  return (
    <SettingsForm form={form} hint="A single post can be closed to comments where it is written.">
      <div>
        <CheckField
          name="commentsOpen"
          label={OPEN}
          hint="When this is off, existing comments stay, and nobody can add one."
          defaultChecked={initial.commentsOpen}
        />
        <CheckField
          name="firstCommentsWait"
          label={WAIT}
          hint="Until you have approved one of theirs. What they write with a link, or faster than people write, waits always."
          defaultChecked={initial.firstCommentsWait}
        />
      </div>
      <ChoiceField
        legend="Longest comment"
        name="commentMaxLength"
        value={length}
        choices={lengthChoices()}
        onChange={setLength}
        error={form.errorOf('commentMaxLength')}
        hint="Longer comments stay as they are until they are edited."
      />
    </SettingsForm>
  )
}

export const commentsSection = settingsSection({
  reads: { settings: getSettings },
  Component: CommentsSettings,
})
