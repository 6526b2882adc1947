import { type FormEvent, useId, useState } from 'react'
import { COMMENT_MAX_LENGTH } from '#contract/limits.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { canSubmit, charactersRemaining } from './comment-text.ts'

type Sending = { readonly type: 'idle' } | { readonly type: 'sending' } | { readonly type: 'failed'; readonly message: string }

interface CommentFormProps {
  readonly postId: string
  /** Resolves to null, or to the reason it failed. */
  readonly onSubmit: (content: string) => Promise<string | null>
}

/** Mounted in the browser only (somebody is signed in), so it may begin with the kept draft. */
export const CommentForm = ({ postId, onSubmit }: CommentFormProps) => {
  const [text, setText] = useState(() => readCommentDraft({ postId }))
  const [sending, setSending] = useState<Sending>({ type: 'idle' })
  const counterId = useId()

  const change = (next: string) => {
    setText(next)
    keepCommentDraft({ postId }, next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!canSubmit(text) || sending.type === 'sending') return
    setSending({ type: 'sending' })
    const failure = await onSubmit(text.trim())
    if (failure === null) change('')
    setSending(failure === null ? { type: 'idle' } : { type: 'failed', message: failure })
  }

  return (
    <form onSubmit={submit} className="stack">
      <div className="card comment-box">
        <textarea
          aria-label="Your comment"
          aria-describedby={counterId}
          className="ruled w-full text-ink"
          rows={3}
          maxLength={COMMENT_MAX_LENGTH}
          placeholder="Add a comment..."
          value={text}
          readOnly={sending.type === 'sending'}
          onChange={(event) => change(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p id={counterId} className="text-small text-ink-soft">
            {charactersRemaining(text)} characters remaining
          </p>
          <Button type="submit" variant="primary" busy={sending.type === 'sending'}>
            Submit
          </Button>
        </div>
      </div>
      {sending.type === 'failed' ? <Alert>{sending.message}</Alert> : null}
    </form>
  )
}
