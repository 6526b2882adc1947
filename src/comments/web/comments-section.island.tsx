import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '#comments/contract/comments.endpoints.ts'
import type { Account } from '#accounts/contract/users.endpoints.ts'
import { COMMENTS_PAGE_SIZE } from '#comments/contract/comment-limits.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { Alert } from '#ui/components/alert.tsx'
import { useForm } from '#ui/forms/form.tsx'
import { useFailedForm, usePage, useSite } from '#site/web/index.ts'
import { ShowMore } from '#ui/lists/show-more.tsx'
import { useCurrentUser, UserAvatar } from '#accounts/web/index.ts'
import { CommentForm, PageKeyContext } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import { toThreads } from './comment-threads.ts'
import type { CommentsPage } from './comments-state.ts'
import { fullNameOfWriter } from './comment-text.ts'
import { type CommentActions, type NewComment, useComments } from './use-comments.ts'
import { useMinute } from './comment-time.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { Badge } from '#ui/components/badge.tsx'

interface CommentsSectionProps {
  readonly postId: string
  /** Path of the post's page, to return to after signing in. */
  readonly postPath: string
  readonly comments: CommentsPage
  /** Whether the post accepts new comments, if the blog does. */
  readonly isOpen: boolean
}

/** Reserves its place before the account is known: a member page is the same for all members. */
const SignedInAs = ({ account }: { readonly account: Account | null }) => (
  <p className="no-print mb-2 row gap-2 text-small text-ink-soft">
    <span>{account === null ? 'Signed in to' : 'Signed in as'}</span>
    <a href="/dashboard?tab=profile" className="link-target gap-2 font-semibold text-ink hover:underline">
      {account === null ? (
        'your account'
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
  /** Text sent without scripts after the session had ended. */
  readonly unsent: string | undefined
}

const SignedOut = ({ signInHref, unsent }: SignedOutProps) => (
  <>
    {unsent ? (
      <Alert className="mb-2 whitespace-pre-line wrap-anywhere">{`Your comment was not added, as you are not signed in:\n${unsent}`}</Alert>
    ) : null}
    <p className="no-print row gap-x-2 text-ink-soft">
      You must be signed in to comment.
      <a href={signInHref} className="link link-target">
        Sign In
      </a>
    </p>
  </>
)

/** Shows the text again that a browser without scripts sent meanwhile. */
const Closed = ({ unsent }: { readonly unsent: string | undefined }) => (
  <>
    {unsent ? (
      <Alert className="mb-2 whitespace-pre-line wrap-anywhere">{`Your comment was not added, as comments are closed now:\n${unsent}`}</Alert>
    ) : null}
    <p className="text-ink-soft">Comments are closed.</p>
  </>
)

const signInHrefOf = (postPath: string) => `/sign-in?from=${encodeURIComponent(`${postPath}#comments`)}`

interface YourCommentProps {
  readonly postId: string
  readonly account: Account | null
  readonly isOpen: boolean
  readonly postPath: string
  /** Whether the comment with this id is on the page. */
  readonly isShown: (id: string) => boolean
  readonly onSubmit: (content: string, requestKey: string) => Promise<Comment>
}

const YourComment = ({ postId, account, isOpen, postPath, isShown, onSubmit }: YourCommentProps) => {
  const { isMember } = usePage()
  const failed = useFailedForm('comment')
  if (!isOpen) return <Closed unsent={failed?.values['content']} />
  if (!isMember) return <SignedOut signInHref={signInHrefOf(postPath)} unsent={failed?.values['content']} />
  return (
    <>
      <SignedInAs account={account} />
      <CommentForm
        postId={postId}
        userId={account?._id ?? null}
        // A failed reply is shown in its own form, unless its comment was deleted.
        failed={failed && isShown(failed.values['parentId'] ?? '') ? null : failed}
        onSubmit={onSubmit}
      />
      <noscript>
        <a href={`${postPath}/comments`} className="link link-target">
          Edit or delete your comments
        </a>
      </noscript>
    </>
  )
}

const NOT_LOADED = { message: 'More comments could not be loaded just now. Please try again in a moment.' }

interface OlderCommentsProps {
  /** URL of the next page, for browsers without scripts. */
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

const addedText = ({ pending, parentId }: Comment): string => {
  const what = parentId === undefined ? 'comment' : 'reply'
  return pending === true ? `Your ${what} waits for approval. Until then only you see it.` : `Your ${what} was added.`
}

/** Wraps the actions so that screen readers announce a new comment, and a deletion after its dialog. */
const useAnnounced = (actions: CommentActions) => {
  const [pendingDelete, setPendingDelete] = useState<Comment | null>(null)
  const [news, setNews] = useState('')
  return {
    news,
    pendingDelete,
    askDelete: (comment: Comment) => {
      setNews('')
      setPendingDelete(comment)
    },
    cancelDelete: () => setPendingDelete(null),
    remove: async (comment: Comment) => {
      await actions.remove(comment)
      // While the dialog is open, nothing behind it can take the focus.
      flushSync(() => setPendingDelete(null))
      setNews('The comment was deleted.')
      document.querySelector<HTMLElement>(`[data-undo="${comment._id}"]`)?.focus()
    },
    undo: async (comment: Comment) => {
      setNews('')
      await actions.undoRemove(comment)
      setNews('It is back.')
      document.getElementById(`comment-${comment._id}`)?.focus()
    },
    create: async (comment: NewComment) => {
      // Empty meanwhile, so that screen readers announce the same words again.
      setNews('')
      const created = await actions.create(comment)
      setNews(addedText(created))
      return created
    },
  }
}

/** Ids are in the order of time. */
const pageKeyOf = ({ comments }: CommentsPage, postId: string) =>
  comments.reduce((newest, { _id }) => (_id > newest ? _id : newest), '') || postId

/** The comments of a post and their forms. Pass the post's id as `key`. */
export const CommentsSection = ({ postId, postPath, comments: page, isOpen: isPostOpen }: CommentsSectionProps) => {
  const isOpen = useSite().commentsOpen && isPostOpen
  const account = useCurrentUser()
  const signInHref = signInHrefOf(postPath)
  const viewerId = account?._id ?? null
  const { comments, olderCount, shownCount, deletedIds, loadOlder, actions } = useComments({ postId, initial: page, viewerId, signInHref })
  const newerCount = page.startIndex
  // As everybody else sees it: without what waits for approval.
  const total = shownCount + olderCount
  const nowMs = useMinute()
  const { isMember } = usePage()
  const { news, pendingDelete, askDelete, cancelDelete, remove, undo, create } = useAnnounced(actions)

  return (
    <PageKeyContext value={pageKeyOf(page, postId)}>
      <section id="comments" aria-labelledby="comments-heading" className="mx-auto w-full max-w-measure">
        <h2 id="comments-heading" className="mb-2 flex items-center gap-3 text-h3">
          Comments
          {total > 0 ? <Badge>{total}</Badge> : null}
        </h2>
        <YourComment
          postId={postId}
          account={account}
          isOpen={isOpen}
          postPath={postPath}
          isShown={(id) => comments.some((comment) => comment._id === id)}
          onSubmit={(content, requestKey) => create({ content, requestKey, repliedTo: null })}
        />
        <output className="sr-only">{news}</output>
        <BrokenLink comments={comments} hasOlder={olderCount > 0} loadOlder={loadOlder} />
        {comments.length === deletedIds.size && isOpen ? <p className="py-6 text-ink-soft">No comments yet!</p> : null}
        <ol>
          {toThreads(comments).map((thread) => (
            <CommentThread
              key={thread.id}
              thread={thread}
              newerHref={newerCount > 0 ? `${postPath}?comments=${Math.max(0, newerCount - COMMENTS_PAGE_SIZE)}` : null}
              viewer={account && { id: account._id, isAdmin: account.isAdmin }}
              signInHref={signInHref}
              nowMs={nowMs}
              actions={actions}
              deletedIds={deletedIds}
              onAskDelete={askDelete}
              onUndo={undo}
              onReply={isMember && isOpen ? create : null}
            />
          ))}
        </ol>
        {olderCount > 0 ? (
          <OlderComments href={`${postPath}?comments=${newerCount + comments.length}#comments`} loadOlder={loadOlder} />
        ) : null}
        {pendingDelete ? (
          <DeleteCommentDialog
            writer={pendingDelete.user?._id === viewerId ? null : fullNameOfWriter(pendingDelete)}
            onConfirm={() => remove(pendingDelete)}
            onCancel={cancelDelete}
          />
        ) : null}
      </section>
    </PageKeyContext>
  )
}

interface LinkedComment {
  readonly comments: readonly Comment[]
  readonly hasOlder: boolean
  readonly loadOlder: () => Promise<unknown>
}

/** Older pages that are loaded for a link, as its comment may have been deleted. */
const LINKED_PAGES_MAX = 10

/**
 * Loads older comments until the one in the address (`#comment-…`) is there, and scrolls to it.
 * @returns whether it was not found
 */
const useLinkedComment = ({ comments, hasOlder, loadOlder }: LinkedComment): boolean => {
  const step = useRef<'searching' | 'loading' | 'ended'>('searching')
  const pages = useRef(0)
  const [isMissing, setIsMissing] = useState(false)
  const load = useEffectEvent(async () => {
    step.current = 'loading'
    pages.current += 1
    try {
      await loadOlder()
      step.current = 'searching'
    } catch {
      // If they cannot be loaded, the page does not scroll.
      step.current = 'ended'
    }
  })
  useEffect(() => {
    if (step.current !== 'searching' || !/^#comment-[\w-]+$/.test(location.hash)) return
    const comment = document.getElementById(location.hash.slice(1))
    if (comment === null && hasOlder && pages.current < LINKED_PAGES_MAX) {
      void load()
      return
    }
    // One that is not there may come later: a pending one, or with "Show More".
    setIsMissing(comment === null)
    if (comment === null) return
    step.current = 'ended'
    comment.scrollIntoView()
  }, [comments, hasOlder])
  return isMissing
}

const BrokenLink = (linked: LinkedComment) => {
  const isMissing = useLinkedComment(linked)
  return (
    <p role="status" className="text-ink-soft">
      {isMissing ? 'The comment that this link leads to was not found. It may have been deleted.' : null}
    </p>
  )
}

interface DeleteCommentDialogProps {
  /** Null for one's own comment. */
  readonly writer: string | null
  readonly onConfirm: () => Promise<void>
  readonly onCancel: () => void
}

/** Open while mounted. */
const DeleteCommentDialog = ({ writer, ...choices }: DeleteCommentDialogProps) => (
  <Dialog title="Are you sure you want to delete this Comment?" confirmLabel="Yes, I am sure" cancelLabel="No, cancel" {...choices}>
    {writer === null ? null : <p className="wrap-anywhere">It is a comment of {writer}.</p>}
  </Dialog>
)
