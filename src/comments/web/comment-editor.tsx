import { type KeyboardEvent, useId, useState } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { toFailure } from '#ui/api/api-error.ts'
import { useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { readCommentDraft, storeCommentDraft } from './comment-drafts.ts'
import { remainingText } from './comment-text.ts'

interface CommentEditorProps {
  readonly comment: Comment
  readonly userId: string | null
  /** False for an unfinished edit that is restored: taking the focus would change the scroll position. */
  readonly takesFocus: boolean
  readonly onSave: (content: string) => Promise<void>
  readonly onClose: () => void
}

const focusOnce = (element: HTMLTextAreaElement | null) => element?.focus()

/** Edit mode of one comment. An unchanged text just closes (docs/product.md, 13). */
export const CommentEditor = ({ comment, userId, takesFocus, onSave, onClose }: CommentEditorProps) => {
  const { commentMaxLength } = useSite()
  const [text, setText] = useState(() => readCommentDraft(userId, comment._id) || comment.content)
  const counterId = useId()

  const close = () => {
    storeCommentDraft(userId, comment._id, '')
    onClose()
  }
  const change = (next: string) => {
    setText(next)
    storeCommentDraft(userId, comment._id, next)
  }
  const form = useForm({
    toFailure,
    send: async () => {
      const isChanged = text.trim() !== comment.content
      if (isChanged && text.trim() === '') return
      // The server refuses a comment that exceeds a lowered limit.
      if (isChanged) await onSave(text.trim())
      close()
    },
  })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !form.isPending) close()
  }

  return (
    <form {...form.props} className="mt-2 grid gap-3">
      <TextArea
        label="Edit your comment"
        labelHidden
        aria-describedby={counterId}
        rows={3}
        maxLength={Math.max(commentMaxLength, comment.content.length)}
        value={text}
        readOnly={form.isPending}
        onChange={(event) => change(event.target.value)}
        onKeyDown={closeOnEscape}
        ref={takesFocus ? focusOnce : undefined}
      />
      <div className="row gap-3">
        <p id={counterId} className="mr-auto text-small text-ink-soft">
          {remainingText(text, commentMaxLength)}
        </p>
        <Button type="submit" variant="primary" busy={form.isPending}>
          Save
        </Button>
        <Button disabled={form.isPending} onClick={close}>
          Cancel
        </Button>
      </div>
      <FormMessage form={form} />
    </form>
  )
}
