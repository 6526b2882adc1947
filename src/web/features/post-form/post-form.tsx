import type { FormEvent, ReactNode } from 'react'
import { isCategory } from '#contract/categories.ts'
import { POST_TITLE_MAX_LENGTH } from '#contract/limits.ts'
import type { UploadPicture } from '#web/features/upload-picture.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { CoverField } from './cover-field.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { type PostDrafts, type PostText, categoryOptions } from './post-text.ts'
import { usePostForm } from './use-post-form.ts'

/** What the form asks of whatever edits the body. */
export interface BodyEditorProps {
  readonly label: string
  readonly placeholder: string
  readonly initialContent: string
  readonly onChange: (html: string) => void
  readonly upload: UploadPicture
  readonly errorId?: string | undefined
}

export interface PostFormProps {
  readonly initial: PostText
  readonly drafts: PostDrafts
  /** Unsaved text of an earlier visit, which the form begins with. */
  readonly restored: PostText | null
  readonly submitLabel: 'Publish' | 'Update post'
  readonly upload: UploadPicture
  readonly renderEditor: (props: BodyEditorProps & { readonly key: number }) => ReactNode
  /** Saves and answers how to lead away; rejects when it could not be saved. */
  readonly onSave: (text: PostText) => Promise<() => unknown>
}

const BODY_ERROR_ID = 'post-body-error'

const Restored = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <output className="flex flex-wrap items-center gap-x-3 text-small text-ink-soft">
    Restored your unsaved text
    <button type="button" className="link link-target" onClick={onDiscard}>
      Discard
    </button>
  </output>
)

/** The form behind 'Create a Post' and 'Update Post' (spec §2). */
export const PostForm = ({ initial, drafts, restored, submitLabel, upload, renderEditor, onSave }: PostFormProps) => {
  const { text, sending, edition, showRestored, change, discard, save, hasUnsaved } = usePostForm({ initial, drafts, restored, onSave })
  const missing = sending.type === 'incomplete' ? sending.missing : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sending.type !== 'sending') void save()
  }

  return (
    <form noValidate onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {showRestored ? <Restored onDiscard={discard} /> : null}
      <div className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={POST_TITLE_MAX_LENGTH}
          value={text.title}
          error={missing === 'title' ? 'Please enter a title.' : null}
          onChange={(event) => change({ title: event.target.value })}
        />
        <SelectField
          label="Category"
          name="category"
          options={categoryOptions(initial.category)}
          value={text.category}
          onChange={({ target }) => {
            if (isCategory(target.value)) change({ category: target.value })
          }}
        />
      </div>
      <CoverField image={text.image} upload={upload} onChange={(image) => change({ image })} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {renderEditor({
          key: edition,
          label: 'Body',
          placeholder: 'Write something....',
          initialContent: text.content,
          onChange: (content) => change({ content }),
          upload,
          errorId: missing === 'body' ? BODY_ERROR_ID : undefined,
        })}
        {missing === 'body' ? (
          <p id={BODY_ERROR_ID} role="alert" className="text-small font-medium text-danger">
            Please write something.
          </p>
        ) : null}
      </div>
      <Button type="submit" variant="primary" className="justify-self-start" busy={sending.type === 'sending'}>
        {submitLabel}
      </Button>
      {sending.type === 'failed' ? <Alert>{sending.message}</Alert> : null}
      <LeaveGuard hasUnsaved={hasUnsaved} />
    </form>
  )
}
