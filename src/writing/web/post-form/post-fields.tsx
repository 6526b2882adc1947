import type { Form } from '#ui/forms/form.tsx'
import type { ReactNode } from 'react'
import { type Category, categoryOptions, POST_FORM_CATEGORIES } from '#platform/contract/categories.ts'
import { POST_TITLE_MAX_LENGTH } from '#platform/contract/limits.ts'
import type { UnstoredFiles, UploadPicture } from '#media/web/index.ts'
import { useSite } from '#site/web/index.ts'
import { classNames } from '#ui/components/class-names.ts'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type Cover, CoverField } from './cover-field.tsx'
import type { PostText } from './post-text.ts'
import { FieldError } from '#ui/forms/field-error.tsx'

/** Props of the component that edits the body. */
export interface BodyEditorProps {
  readonly name: string
  readonly label: string
  readonly placeholder: string
  readonly initialContent: string
  readonly onChange: (html: string) => void
  readonly upload: UploadPicture
  readonly onUnstoredFiles?: ((files: UnstoredFiles) => void) | undefined
  readonly errorId?: string | undefined
  /** True until the initial text is known. */
  readonly waiting: boolean
}

export type RenderEditor = (props: BodyEditorProps & { readonly key: number }) => ReactNode

interface PostFieldsProps {
  readonly text: PostText
  /** Category of the published post, which can always be chosen; null for a page, which has neither category nor cover. */
  readonly category: Category | null
  readonly editorKey: number
  /** Error message of a field. */
  readonly errorOf: (field: keyof PostText) => string | undefined
  /** Null while the form cannot be edited yet. */
  readonly onChange: ((part: Partial<PostText>) => void) | null
  readonly cover: Cover
  readonly upload: UploadPicture
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

interface CategoryFieldProps {
  /** Category of the published post, which can always be chosen. */
  readonly published: Category
  readonly value: Category
  readonly error: string | undefined
  readonly onChange: (part: Partial<PostText>) => void
}

const CategoryField = ({ published, value, error, onChange }: CategoryFieldProps) => (
  <SelectField
    label="Category"
    name="category"
    options={categoryOptions(POST_FORM_CATEGORIES, useSite().categories, [published, value])}
    value={value}
    error={error}
    onChange={({ target }) => onChange({ category: target.value })}
  />
)

/** Title, category, cover and body (docs/product.md, 2). */
export const PostFields = ({
  text,
  category,
  editorKey,
  errorOf,
  onChange,
  cover,
  upload,
  onUnstoredFiles,
  renderEditor,
}: PostFieldsProps) => {
  const bodyError = errorOf('content')
  const waiting = onChange === null
  const change = onChange ?? nothing
  return (
    <fieldset disabled={waiting} className="contents">
      <div className={classNames('grid items-start gap-6', category !== null && 'sm:grid-cols-[minmax(0,1fr)_13rem]')}>
        <TextField
          label="Title"
          name="title"
          required
          maxLength={POST_TITLE_MAX_LENGTH}
          value={text.title}
          error={errorOf('title')}
          onChange={(event) => change({ title: event.target.value })}
        />
        {category === null ? null : (
          <CategoryField published={category} value={text.category} error={errorOf('category')} onChange={change} />
        )}
      </div>
      {category === null ? null : <CoverField image={text.image} cover={cover} error={errorOf('image')} />}
      {renderEditor({
        key: editorKey,
        name: 'content',
        label: 'Body',
        placeholder: 'Write something....',
        initialContent: text.content,
        onChange: (content) => change({ content }),
        upload,
        onUnstoredFiles,
        errorId: bodyError === undefined ? undefined : BODY_ERROR_ID,
        waiting,
      })}
    </fieldset>
  )
}
