import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { FailedForm } from '#contract/page-forms.ts'
import { toFailure } from '#web/api/api-error.ts'
import { useSite } from '#web/page/page-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage, useForm } from '#web/ui/form.tsx'
import { readCommentDraft, storeCommentDraft } from './comment-drafts.ts'
import { canSubmit, remainingText } from './comment-text.ts'

interface CommentFormProps {
  readonly postId: string
  /** Null until it is known who is signed in. */
  readonly userId: string | null
  /** How the form went without scripts. */
  readonly failed: FailedForm | null
  readonly onSubmit: (content: string) => Promise<void>
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect

export const CommentForm = ({ postId, userId, failed, onSubmit }: CommentFormProps) => {
  const { commentMaxLength } = useSite()
  const [text, setText] = useState(failed?.values['content'] ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()

  const change = (next: string) => {
    setText(next)
    storeCommentDraft(userId, postId, next)
  }
  // What was typed before React was there, or stored through a sign-in.
  useBrowserLayoutEffect(() => change(field.current?.value || readCommentDraft(userId, postId)), [userId, postId])

  const form = useForm({
    initial: failed ? { type: 'failed', message: failed.message } : undefined,
    toFailure,
    send: async () => {
      if (!canSubmit(text, commentMaxLength)) return undefined
      await onSubmit(text.trim())
      change('')
      return 'Your comment was added.'
    },
  })

  return (
    <form method="post" action="#comments" className="stack" {...form.props}>
      <input type="hidden" name="form" value="comment" />
      <input type="hidden" name="postId" value={postId} />
      <div className="card comment-box">
        <textarea
          ref={field}
          name="content"
          aria-label="Your comment"
          aria-describedby={counterId}
          className="ruled w-full text-ink"
          rows={3}
          maxLength={commentMaxLength}
          placeholder="Add a comment..."
          value={text}
          readOnly={form.isPending}
          onChange={(event) => change(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p id={counterId} className="text-small text-ink-soft">
            {remainingText(text, commentMaxLength)}
          </p>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Submit
          </Button>
        </div>
      </div>
      <FormMessage form={form} />
      {/* Empty while the form is sent, so that a screen reader hears the same words again. */}
      <output className="sr-only">{form.state.type === 'done' ? form.state.message : null}</output>
    </form>
  )
}
