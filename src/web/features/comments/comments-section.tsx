import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#contract/endpoints/comments.ts'
import type { Account } from '#contract/endpoints/users.ts'
import { useAppStore } from '#web/store/app-store.ts'
import { Alert } from '#web/ui/alert.tsx'
import { UserAvatar } from '#web/features/user-avatar.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { useComments } from './use-comments.ts'
import { useMinute } from './use-minute.ts'

interface CommentsSectionProps {
  readonly postId: string
  /** Path of the post's page, where sign-in leads back to. */
  readonly postPath: string
  /** Null when they could not be loaded. */
  readonly comments: readonly Comment[] | null
}

const NONE: readonly Comment[] = []

const SignedInAs = ({ account }: { readonly account: Account }) => (
  <p className="mb-3 flex flex-wrap items-center gap-2 text-small text-ink-soft">
    Signed in as
    <a href="/dashboard?tab=profile" className="link-target gap-2 font-semibold text-ink hover:underline">
      <UserAvatar src={account.profilePicture} size={28} />
      <span className="wrap-anywhere">@{account.username}</span>
    </a>
  </p>
)

const SignedOut = ({ signInHref }: { readonly signInHref: string }) => (
  <p className="signed-out-only flex flex-wrap items-center gap-x-2 text-ink-soft">
    You must be signed in to comment.
    <a href={signInHref} className="link link-target">
      Sign In
    </a>
  </p>
)

/** Everything under a post that readers say (spec §2). Give it the post's id as `key`. */
export const CommentsSection = ({ postId, postPath, comments: initial }: CommentsSectionProps) => {
  const account = useAppStore((state) => state.user.currentUser)
  const viewer = account && { id: account._id, isAdmin: account.isAdmin }
  const signInHref = `/sign-in?from=${encodeURIComponent(`${postPath}#comments`)}`
  const { comments, actions } = useComments({ postId, initial: initial ?? NONE, viewerId: viewer?.id ?? null, signInHref })
  const [doomed, setDoomed] = useState<Comment | null>(null)
  const [news, setNews] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const nowMs = useMinute()

  const create = async (content: string) => {
    const failure = await actions.create(content)
    setNews(failure === null ? 'Your comment was added.' : '')
    return failure
  }
  const closeDialog = (outcome: 'deleted' | 'kept') => {
    // While the dialog is open, nothing behind it takes the focus.
    flushSync(() => setDoomed(null))
    if (outcome === 'kept') return
    setNews('The comment was deleted.')
    heading.current?.focus()
  }

  return (
    <section id="comments" aria-labelledby="comments-heading" className="mx-auto w-full max-w-measure scroll-mt-24">
      <h2 id="comments-heading" ref={heading} tabIndex={-1} className="mb-3 flex items-center gap-3 text-h3 outline-none">
        Comments
        {comments.length > 0 ? (
          <span className="rounded-full bg-calm-tint px-2.5 py-0.5 font-ui text-small text-calm">{comments.length}</span>
        ) : null}
      </h2>
      {account ? (
        <>
          <SignedInAs account={account} />
          <CommentForm postId={postId} onSubmit={create} />
        </>
      ) : (
        <SignedOut signInHref={signInHref} />
      )}
      <output className="sr-only">{news}</output>
      {initial === null ? (
        <Alert kind="info" className="mt-5">
          The comments could not be loaded. Please try again in a moment.
        </Alert>
      ) : comments.length === 0 ? (
        <p className="py-6 text-ink-soft">No comments yet!</p>
      ) : null}
      <ol>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} viewer={viewer} nowMs={nowMs} actions={actions} onAskDelete={setDoomed} />
        ))}
      </ol>
      {doomed ? <DeleteCommentDialog onConfirm={() => actions.remove(doomed)} onClose={closeDialog} /> : null}
    </section>
  )
}
