import { createContext, useContext, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import type { FailedForm } from '#platform/contract/form.ts'
import { UserError } from '#ui/api/api-error.ts'
import { useSite } from '#site/web/index.ts'
import { Button } from '#ui/components/button.tsx'
import { FormMessage, useForm } from '#ui/forms/form.tsx'
import { isEscape } from './is-escape.ts'
import { readCommentDraft, readRequestKey, replyDraftId, storeCommentDraft } from './comment-drafts.ts'
import { CommentLimit, requireLength } from './comment-limit.tsx'
import { nameOfWriter } from './comment-text.ts'

interface CommentFormProps {
  readonly postId: string
  /** The comment that is replied to. */
  readonly repliedTo?: Comment
  /** Null until the user is known. */
  readonly userId: string | null
  /** Failure of the form when it was sent without scripts. */
  readonly failed: FailedForm | null
  /** @param requestKey the same for each attempt to send this text */
  readonly onSubmit: (content: string, requestKey: string) => Promise<unknown>
  /** Called if there is a text that was not sent. */
  readonly onDraft?: () => void
  readonly onEscape?: () => void
  /** For a form that opens at a press. */
  readonly takesFocus?: boolean
}

const commentWords = (postId: string) => ({
  draftId: postId,
  action: '#comments',
  label: 'Your comment',
  placeholder: 'Add a comment...',
  submit: 'Submit',
})
const replyWords = (repliedTo: Comment) => ({
  draftId: replyDraftId(repliedTo._id),
  action: `#comment-${repliedTo._id}`,
  label: `Your reply to ${nameOfWriter(repliedTo)}`,
  placeholder: 'Write a reply...',
  submit: 'Send reply',
})

/** Key of the forms of a page that is sent without scripts: the newest comment, which changes with each one that is added. */
export const PageKeyContext = createContext('')

const useBrowserLayoutEffect = typeof document === 'undefined' ? () => {} : useLayoutEffect

interface Draft extends Pick<CommentFormProps, 'userId' | 'failed' | 'onDraft'> {
  readonly draftId: string
}

/** The text that is written, which the tab stores. */
const useCommentText = ({ userId, failed, onDraft, draftId }: Draft) => {
  const [text, setText] = useState(failed?.values['content'] ?? '')
  const field = useRef<HTMLTextAreaElement>(null)
  const change = (next: string) => {
    setText(next)
    storeCommentDraft(userId, draftId, next)
  }
  // Text typed before hydration, or stored through a sign-in.
  useBrowserLayoutEffect(() => {
    const draft = field.current?.value || readCommentDraft(userId, draftId)
    change(draft)
    if (draft !== '') onDraft?.()
  }, [userId, draftId])
  return { text, field, change }
}

export const CommentForm = ({ postId, repliedTo, userId, failed, onSubmit, onDraft, onEscape, takesFocus }: CommentFormProps) => {
  const { commentMaxLength } = useSite()
  const counterId = useId()
  const pageKey = useContext(PageKeyContext)
  const { draftId, ...words } = repliedTo === undefined ? commentWords(postId) : replyWords(repliedTo)
  const { text, field, change } = useCommentText({ userId, failed, onDraft, draftId })

  const form = useForm({
    initial: failed ? { type: 'failed', message: failed.message } : undefined,
    send: async () => {
      if (text.trim() === '') throw new UserError('Please write a comment.')
      requireLength(field.current, text, commentMaxLength)
      await onSubmit(text.trim(), readRequestKey(userId, draftId))
      change('')
    },
  })

  return (
    <form action={words.action} className="stack" {...form.props}>
      <input type="hidden" name="form" value="comment" />
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="requestKey" value={pageKey} />
      {repliedTo === undefined ? null : <input type="hidden" name="parentId" value={repliedTo._id} />}
      <div className="card comment-box">
        <textarea
          ref={field}
          name="content"
          aria-label={words.label}
          aria-describedby={counterId}
          dir="auto"
          autoFocus={takesFocus}
          className="ruled w-full text-ink"
          rows={3}
          placeholder={words.placeholder}
          value={text}
          readOnly={form.isPending}
          onChange={(event) => change(event.target.value)}
          onKeyDown={(event) => isEscape(event) && onEscape?.()}
        />
        <div className="row justify-between gap-3">
          <CommentLimit id={counterId} text={text} maxLength={commentMaxLength} />
          <Button type="submit" variant="primary" busy={form.isPending}>
            {words.submit}
          </Button>
        </div>
      </div>
      <FormMessage form={form} />
    </form>
  )
}
