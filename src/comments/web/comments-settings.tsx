import { useState } from 'react'
import { type Settings, updateSettings, getSettings } from '#site/contract/settings.endpoints.ts'
import { COMMENT_MAX_LENGTHS } from '#platform/contract/limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { CheckField } from '#ui/forms/check-field.tsx'
import { type RadioOption, ChoiceField } from '#ui/forms/choice-field.tsx'
import { SettingsForm } from '#ui/dashboard/settings-form.tsx'
import { settingsSection } from '#ui/dashboard/settings-section.ts'

const lengthChoices = (): readonly RadioOption<string>[] =>
  COMMENT_MAX_LENGTHS.map((length) => ({ value: String(length), label: `${length.toLocaleString('en')} characters` }))

const SWITCHES = [
  { name: 'commentsOpen', label: 'Readers can comment', hint: 'When this is off, comments that are there stay, and nobody can add one.' },
  { name: 'firstCommentsWait', label: 'New readers’ first comments wait for approval' },
  { name: 'linkCommentsWait', label: 'Comments with links wait for approval' },
] as const satisfies readonly { readonly name: keyof Settings; readonly label: string; readonly hint?: string }[]

const FIELDS = [...SWITCHES.map(({ name }) => name), 'commentMaxLength'] as const

/** Who may comment, how long, and which comments wait for an admin (docs/product.md, 13). */
const CommentsSettings = ({ settings: initial }: { readonly settings: Settings }) => {
  const [length, setLength] = useState(String(initial.commentMaxLength))
  const send = async (data: FormData) => {
    const isOn = (name: string) => data.get(name) !== null
    const commentMaxLength = COMMENT_MAX_LENGTHS.find((each) => String(each) === length)
    const body = {
      commentsOpen: isOn('commentsOpen'),
      firstCommentsWait: isOn('firstCommentsWait'),
      linkCommentsWait: isOn('linkCommentsWait'),
    }
    await browserApi(updateSettings, { body: { ...body, commentMaxLength } })
  }
  return (
    <SettingsForm hint="A single post can be closed to comments where it is written." fields={FIELDS} send={send}>
      {({ errorOf }) => (
        <>
          <div>
            {SWITCHES.map(({ name, ...texts }) => (
              <CheckField key={name} name={name} {...texts} defaultChecked={initial[name]} />
            ))}
          </div>
          <ChoiceField
            legend="Longest comment"
            name="commentMaxLength"
            value={length}
            choices={lengthChoices()}
            onChange={setLength}
            error={errorOf('commentMaxLength')}
            hint="Longer comments that are there stay as they are, until they are changed."
          />
        </>
      )}
    </SettingsForm>
  )
}

export const commentsSection = settingsSection({
  id: 'comments',
  title: 'Comments',
  reads: { settings: getSettings },
  Component: CommentsSettings,
})
