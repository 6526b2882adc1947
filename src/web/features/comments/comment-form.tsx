import { useId, useLayoutEffect, useRef, useState } from 'react'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import { usePage } from '#web/page/page-context.ts'
import { Button } from '#web/ui/button.tsx'
import { FormMessage, useForm } from '#web/ui/form.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { canSubmit, charactersRemaining } from './comment-text.ts'

interface CommentFormProps {
  readonly postId: string
  /** Resolves to null, or to the reason it failed. */
  readonly onSubmit: (content: string) => Promise<string | null>
}

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect

export const CommentForm = ({ postId, onSubmit }: CommentFormProps) => {
  const { form: result } = usePage()
  const failed = result?.name === 'comment' && result.state === 'failed' ? result : null
  const [text, setText] = useState(failed?.values['content'] ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const counterId = useId()
  // What was typed before React was there, or kept through a sign-in.
  useBrowserLayoutEffect(() => setText((now) => field.current?.value || readCommentDraft({ postId }) || now), [postId])

  const change = (next: string) => {
    setText(next)
    keepCommentDraft({ postId }, next)
  }
  const form = useForm({
    initial: failed ? { type: 'failed', message: failed.message } : undefined,
    toFailure: (error) => ({ message: (error as Error).message }),
    send: async () => {
      if (!canSubmit(text)) return
      const failure = await onSubmit(text.trim())
      if (failure !== null) throw new Error(failure)
      change('')
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
          maxLength={COMMENT_MAX_LENGTH}
          placeholder="Add a comment..."
          value={text}
          readOnly={form.isPending}
          onChange={(event) => change(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p id={counterId} className="text-small text-ink-soft">
            {charactersRemaining(text)} characters remaining
          </p>
          <Button type="submit" variant="primary" busy={form.isPending}>
            Submit
          </Button>
        </div>
      </div>
      <FormMessage form={form} />
    </form>
  )
}
