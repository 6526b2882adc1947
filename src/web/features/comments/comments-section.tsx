import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#contract/endpoints/comments.ts'
import type { Account } from '#contract/endpoints/users.ts'
import { Alert } from '#web/ui/alert.tsx'
import { usePage } from '#web/page/page-context.ts'
import { ShowMore } from '#web/features/show-more.tsx'
import { UserAvatar } from '#web/features/user-avatar.tsx'
import { useCurrentUser } from '#web/features/viewer.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentItem } from './comment-item.tsx'
import type { CommentsPage } from './comments-state.ts'
import { DeleteCommentDialog } from './delete-comment-dialog.tsx'
import { useComments } from './use-comments.ts'
import { useLinkedComment } from './use-linked-comment.ts'
import { useMinute } from './use-minute.ts'

interface CommentsSectionProps {
  readonly postId: string
  /** Path of the post's page, where sign-in leads back to. */
  readonly postPath: string
  /** Null when they could not be loaded. */
  readonly comments: CommentsPage | null
}

const NONE: CommentsPage = { comments: [], startIndex: 0, total: 0 }

/** Its place is there before the account is known: a page for members is the same for all of them. */
const SignedInAs = ({ account }: { readonly account: Account | null }) => (
  <p className="no-print mb-2 flex flex-wrap items-center gap-2 text-small text-ink-soft">
    Signed in as
    <a href="/dashboard?tab=profile" className="link-target gap-2 font-semibold text-ink hover:underline">
      {account === null ? (
        'yourself'
      ) : (
        <>
          <UserAvatar src={account.profilePicture} size={28} />
          <span className="wrap-anywhere">@{account.username}</span>
        </>
      )}
    </a>
  </p>
)

const SignedOut = ({ signInHref }: { readonly signInHref: string }) => (
  <p className="no-print flex flex-wrap items-center gap-x-2 text-ink-soft">
    You must be signed in to comment.
    <a href={signInHref} className="link link-target">
      Sign In
    </a>
  </p>
)

const NoComments = ({ isFailed, isEmpty }: { readonly isFailed: boolean; readonly isEmpty: boolean }) => {
  if (!isFailed) return isEmpty ? <p className="py-6 text-ink-soft">No comments yet!</p> : null
  return (
    <Alert kind="info" className="mt-6">
      The comments could not be loaded. Please try again in a moment.
    </Alert>
  )
}

interface OlderCommentsProps {
  readonly count: number
  readonly status: 'idle' | 'loading' | 'failed'
  /** Of the next page, for readers without scripts. */
  readonly href: string
  readonly onShowMore: () => void
}

const OlderComments = ({ count, status, href, onShowMore }: OlderCommentsProps) => (
  <>
    {status === 'failed' ? (
      <Alert kind="info" className="mt-6">
        More comments could not be loaded just now. Please try again in a moment.
      </Alert>
    ) : null}
    {count > 0 ? (
      <div className="no-print mt-6 flex justify-center">
        <ShowMore busy={status === 'loading'} href={href} onShowMore={onShowMore} />
      </div>
    ) : null}
  </>
)

/** Everything under a post that readers say (docs/product.md, 2). Give it the post's id as `key`. */
export const CommentsSection = ({ postId, postPath, comments: initial }: CommentsSectionProps) => {
  const { isMember } = usePage()
  const current = useCurrentUser()
  const account = isMember ? current : null
  const viewer = account && { id: account._id, isAdmin: account.isAdmin }
  const signInHref = `/sign-in?from=${encodeURIComponent(`${postPath}#comments`)}`
  const { comments, olderCount, olderStatus, loadOlder, actions } = useComments({
    postId,
    initial: initial ?? NONE,
    viewerId: viewer?.id ?? null,
    signInHref,
  })
  const newerCount = initial?.startIndex ?? 0
  const total = newerCount + comments.length + olderCount
  useLinkedComment({ hasOlder: olderCount > 0, loadOlder })
  const [pendingDelete, setPendingDelete] = useState<Comment | null>(null)
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
    flushSync(() => setPendingDelete(null))
    if (outcome === 'kept') return
    setNews('The comment was deleted.')
    heading.current?.focus()
  }

  return (
    <section id="comments" aria-labelledby="comments-heading" className="mx-auto w-full max-w-measure">
      <h2 id="comments-heading" ref={heading} tabIndex={-1} className="mb-2 flex items-center gap-3 text-h3 outline-none">
        Comments
        {total > 0 ? <span className="badge">{total}</span> : null}
      </h2>
      {isMember ? <SignedInAs account={account} /> : <SignedOut signInHref={signInHref} />}
      {isMember ? <CommentForm postId={postId} onSubmit={create} /> : null}
      <output className="sr-only">{news}</output>
      <NoComments isFailed={initial === null} isEmpty={comments.length === 0} />
      <ol>
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} viewer={viewer} nowMs={nowMs} actions={actions} onAskDelete={setPendingDelete} />
        ))}
      </ol>
      <OlderComments
        count={olderCount}
        status={olderStatus}
        href={`${postPath}?comments=${newerCount + comments.length}#comments`}
        onShowMore={() => void loadOlder()}
      />
      {pendingDelete ? <DeleteCommentDialog onConfirm={() => actions.remove(pendingDelete)} onClose={closeDialog} /> : null}
    </section>
  )
}
