import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import type { Comment } from '#contract/endpoints/comments.ts'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { canSubmit, charactersRemaining } from './comment-text.ts'

type Saving = { readonly type: 'idle' } | { readonly type: 'saving' } | { readonly type: 'failed'; readonly message: string }

interface CommentEditorProps {
  readonly comment: Comment
  /** Resolves to null, or to the reason it failed. */
  readonly onSave: (content: string) => Promise<string | null>
  readonly onClose: () => void
}

/** Whoever presses Edit wants to type. */
const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus()

/** Edit mode of one comment. An unchanged text just closes (docs/product.md, 13). */
export const CommentEditor = ({ comment, onSave, onClose }: CommentEditorProps) => {
  const subject = { commentId: comment._id }
  const [text, setText] = useState(() => readCommentDraft(subject) || comment.content)
  const [saving, setSaving] = useState<Saving>({ type: 'idle' })
  const counterId = useId()

  const close = () => {
    keepCommentDraft(subject, '')
    onClose()
  }
  const change = (next: string) => {
    setText(next)
    keepCommentDraft(subject, next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === comment.content) return close()
    if (!canSubmit(text) || saving.type === 'saving') return
    setSaving({ type: 'saving' })
    const failure = await onSave(text.trim())
    if (failure === null) close()
    else setSaving({ type: 'failed', message: failure })
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && saving.type !== 'saving') close()
  }

  return (
    <form onSubmit={save} className="mt-2 grid gap-3">
      <TextArea
        label="Edit your comment"
        labelHidden
        aria-describedby={counterId}
        rows={3}
        maxLength={COMMENT_MAX_LENGTH}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={closeOnEscape}
        ref={focusOnce}
      />
      <div className="flex flex-wrap items-center gap-3">
        <p id={counterId} className="mr-auto text-small text-ink-soft">
          {charactersRemaining(text)} characters remaining
        </p>
        <Button type="submit" variant="primary" busy={saving.type === 'saving'}>
          Save
        </Button>
        <Button disabled={saving.type === 'saving'} onClick={close}>
          Cancel
        </Button>
      </div>
      {saving.type === 'failed' ? <Alert>{saving.message}</Alert> : null}
    </form>
  )
}
