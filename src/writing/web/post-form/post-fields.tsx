import type { Form } from '#ui/forms/form.tsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { POST_TITLE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import type { UnstoredFiles } from '#media/web/index.ts'
import { TextField } from '#ui/forms/text-field.tsx'
import type { PostText } from './post-text.ts'
import { FieldError } from '#ui/forms/field-error.tsx'

/** Props of the component that edits the body. */
export interface BodyEditorProps {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly initialContent: string
  readonly onChange: (html: string) => void
  readonly onUnstoredFiles?: ((files: UnstoredFiles) => void) | undefined
  readonly errorId?: string | undefined
  /** True until the initial text is known. */
  readonly waiting: boolean
}

export type RenderEditor = (props: BodyEditorProps & { readonly key: number }) => ReactNode

interface PostFieldsProps {
  readonly text: PostText
  readonly editorKey: number
  /** Error message of a field. */
  readonly errorOf: (field: keyof PostText) => string | undefined
  /** Null while the form cannot be edited yet. */
  readonly onChange: ((part: Partial<PostText>) => void) | null
  readonly onUnstoredFiles?: ((files: UnstoredFiles) => void) | undefined
  readonly renderEditor: RenderEditor
}

/** Of the line that `BodyError` shows. */
const BODY_ERROR_ID = 'post-body-error'

/** In the bar with the button: below a text, which may be taller than the screen, nobody would see it. */
export const BodyError = ({ form: { errorOf } }: { readonly form: Pick<Form, 'errorOf'> }) => {
  const error = errorOf('content')
  return error === undefined ? null : <FieldError id={BODY_ERROR_ID}>{error}</FieldError>
}
const nothing = () => {}

/** Enter leads on to the text. */
const toBody = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  event.currentTarget.form?.querySelector<HTMLElement>('[data-field="content"]')?.focus()
}

/** Title and text. */
export const PostFields = ({ text, editorKey, errorOf, onChange, onUnstoredFiles, renderEditor }: PostFieldsProps) => {
  const bodyError = errorOf('content')
  const waiting = onChange === null
  const change = onChange ?? nothing
  return (
    <fieldset disabled={waiting} className="contents">
      <TextField
        label="Title"
        name="title"
        required
        maxLength={POST_TITLE_MAX_LENGTH}
        enterKeyHint="next"
        value={text.title}
        error={errorOf('title')}
        onChange={(event) => change({ title: event.target.value })}
        onKeyDown={toBody}
      />
      {renderEditor({
        key: editorKey,
        name: 'content',
        label: 'Body',
        placeholder: 'Write something....',
        initialContent: text.content,
        onChange: (content) => change({ content }),
        onUnstoredFiles,
        errorId: bodyError === undefined ? undefined : BODY_ERROR_ID,
        waiting,
      })}
    </fieldset>
  )
}
