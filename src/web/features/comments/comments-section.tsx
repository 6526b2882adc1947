import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#contract/endpoints/comments.ts'
import type { Account } from '#contract/endpoints/users.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { Alert } from '#web/ui/alert.tsx'
import { useForm } from '#web/ui/form.tsx'
import { useFailedForm, usePage, useSite } from '#web/page/page-context.ts'
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
  /** Whether the post takes new ones, where the blog does. */
  readonly isOpen: boolean
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
          <span className="wrap-anywhere">{nameOfUser(account)}</span>
        </>
      )}
    </a>
  </p>
)

interface SignedOutProps {
  readonly signInHref: string
  /** Sent by a browser without scripts, whose session had ended. */
  readonly unsent: string | undefined
}

const SignedOut = ({ signInHref, unsent }: SignedOutProps) => (
  <>
    {unsent ? (
      <Alert className="mb-2 whitespace-pre-line wrap-anywhere">{`Your comment was not added, as you are not signed in:\n${unsent}`}</Alert>
    ) : null}
    <p className="no-print flex flex-wrap items-center gap-x-2 text-ink-soft">
      You must be signed in to comment.
      <a href={signInHref} className="link link-target">
        Sign In
      </a>
    </p>
  </>
)

/** What a browser without scripts has sent meanwhile is shown again. */
const Closed = ({ unsent }: { readonly unsent: string | undefined }) => (
  <>
    {unsent ? (
      <Alert className="mb-2 whitespace-pre-line wrap-anywhere">{`Your comment was not added, as comments are closed now:\n${unsent}`}</Alert>
    ) : null}
    <p className="text-ink-soft">Comments are closed.</p>
  </>
)

interface YourCommentProps {
  readonly postId: string
  readonly account: Account | null
  readonly isOpen: boolean
  readonly signInHref: string
  readonly onSubmit: (content: string) => Promise<void>
}

const YourComment = ({ postId, account, isOpen, signInHref, onSubmit }: YourCommentProps) => {
  const { isMember } = usePage()
  const failed = useFailedForm('comment')
  if (!isOpen) return <Closed unsent={failed?.values['content']} />
  if (!isMember) return <SignedOut signInHref={signInHref} unsent={failed?.values['content']} />
  return (
    <>
      <SignedInAs account={account} />
      <CommentForm postId={postId} userId={account?._id ?? null} failed={failed} onSubmit={onSubmit} />
    </>
  )
}

const NoComments = ({ isFailed, isOpen }: { readonly isFailed: boolean; readonly isOpen: boolean }) => {
  if (!isFailed && !isOpen) return null
  if (!isFailed) return <p className="py-6 text-ink-soft">No comments yet!</p>
  return (
    <Alert kind="info" className="mt-6">
      The comments could not be loaded. Please try again in a moment.
    </Alert>
  )
}

const NOT_LOADED = { message: 'More comments could not be loaded just now. Please try again in a moment.' }

interface OlderCommentsProps {
  /** Of the next page, for readers without scripts. */
  readonly href: string
  readonly loadOlder: () => Promise<unknown>
}

const OlderComments = ({ href, loadOlder }: OlderCommentsProps) => {
  const form = useForm({ toFailure: () => NOT_LOADED, send: async () => void (await loadOlder()) })
  return (
    <div className="no-print mt-6">
      <ShowMore href={href} form={form} />
    </div>
  )
}

/** Everything under a post that readers say (docs/product.md, 2). Give it the post's id as `key`. */
export const CommentsSection = ({ postId, postPath, comments: initial, isOpen: isPostOpen }: CommentsSectionProps) => {
  const isOpen = useSite().commentsOpen && isPostOpen
  const account = useCurrentUser()
  const viewer = account && { id: account._id, isAdmin: account.isAdmin }
  const signInHref = `/sign-in?from=${encodeURIComponent(`${postPath}#comments`)}`
  const page = initial ?? NONE
  const viewerId = viewer?.id ?? null
  const { comments, olderCount, loadOlder, actions } = useComments({ postId, initial: page, viewerId, signInHref })
  const newerCount = page.startIndex
  const total = newerCount + comments.length + olderCount
  useLinkedComment({ hasOlder: olderCount > 0, loadOlder })
  const [pendingDelete, setPendingDelete] = useState<Comment | null>(null)
  const [news, setNews] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const nowMs = useMinute()

  const askDelete = (comment: Comment) => {
    setNews('')
    setPendingDelete(comment)
  }
  const remove = async (comment: Comment) => {
    await actions.remove(comment)
    // While the dialog is open, nothing behind it takes the focus.
    flushSync(() => setPendingDelete(null))
    setNews('The comment was deleted.')
    heading.current?.focus()
  }

  return (
    <section id="comments" aria-labelledby="comments-heading" className="mx-auto w-full max-w-measure">
      <h2 id="comments-heading" ref={heading} tabIndex={-1} className="mb-2 flex items-center gap-3 text-h3 outline-none">
        Comments
        {total > 0 ? <span className="badge">{total}</span> : null}
      </h2>
      <YourComment postId={postId} account={account} isOpen={isOpen} signInHref={signInHref} onSubmit={actions.create} />
      <output className="sr-only">{news}</output>
      {comments.length === 0 ? <NoComments isFailed={initial === null} isOpen={isOpen} /> : null}
      <ol>
        {comments.map((comment) => (
          <CommentItem
            key={comment._id}
            comment={comment}
            viewer={viewer}
            signInHref={signInHref}
            nowMs={nowMs}
            actions={actions}
            onAskDelete={askDelete}
          />
        ))}
      </ol>
      {olderCount > 0 ? (
        <OlderComments href={`${postPath}?comments=${newerCount + comments.length}#comments`} loadOlder={loadOlder} />
      ) : null}
      {pendingDelete ? <DeleteCommentDialog onConfirm={() => remove(pendingDelete)} onCancel={() => setPendingDelete(null)} /> : null}
    </section>
  )
}
