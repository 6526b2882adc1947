import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import { UserError } from '#ui/api/api-error.ts'
import { useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { isEscape } from './is-escape.ts'
import { TextArea } from '#ui/forms/text-field.tsx'
import { readCommentDraft, storeCommentDraft } from './comment-drafts.ts'
import { CommentLimit, requireLength } from './comment-limit.tsx'
import { nameOfWriter } from './comment-text.ts'

interface CommentEditorProps {
  readonly comment: Comment
  readonly userId: string | null
  /** False for an unfinished edit that is restored: taking the focus would change the scroll position. */
  readonly takesFocus: boolean
  readonly onType: () => void
  readonly onSave: (content: string) => Promise<void>
  readonly onClose: () => void
}

/** Edit mode of one comment. An unchanged text just closes. */
export const CommentEditor = ({ comment, userId, takesFocus, onType, onSave, onClose }: CommentEditorProps) => {
  const { commentMaxLength } = useSite()
  const [text, setText] = useState(() => readCommentDraft(userId, comment._id) || comment.content)
  const counterId = useId()
  const field = useRef<HTMLTextAreaElement | null>(null)
  const hasFocused = useRef(false)

  const close = () => {
    storeCommentDraft(userId, comment._id, '')
    onClose()
  }
  const change = (next: string) => {
    onType()
    setText(next)
    storeCommentDraft(userId, comment._id, next)
  }
  const form = useForm({
    send: async () => {
      const isChanged = text.trim() !== comment.content
      if (text.trim() === '') throw new UserError('Please write a comment.')
      if (isChanged) {
        requireLength(field.current, text, commentMaxLength)
        await onSave(text.trim())
      }
      close()
    },
  })
  const closeOnEscape = (event: KeyboardEvent) => {
    if (isEscape(event) && !form.isPending) close()
  }

  return (
    <form {...form.props} className="mt-2 grid gap-3">
      <TextArea
        label={`Edit the comment of ${nameOfWriter(comment)}`}
        labelHidden
        aria-describedby={counterId}
        rows={3}
        value={text}
        readOnly={form.isPending}
        onChange={(event) => change(event.target.value)}
        onKeyDown={closeOnEscape}
        ref={(element) => {
          field.current = element
          if (takesFocus && !hasFocused.current) element?.focus()
          hasFocused.current = true
        }}
      />
      <div className="row gap-3">
        <CommentLimit id={counterId} text={text} maxLength={commentMaxLength} />
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
