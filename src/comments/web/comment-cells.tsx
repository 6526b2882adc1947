import Heart from 'lucide-react/icons/heart'
import { plural } from '#platform/contract/plural.ts'
import { type ReactNode, useState } from 'react'
import {
  type Comment as ApiComment,
  type ModeratedComment,
  approveComment,
  dismissReports,
  withdrawApproval,
} from '#comments/contract/comments.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { CommentTime, useMinute } from './comment-time.tsx'
import { useAccountDialog } from './account-actions.tsx'
import { showRemovals } from './removals.tsx'
import { useRowReply } from './row-reply.tsx'
import { WriterAvatar } from './writer-avatar.tsx'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { accountLabel, fullNameOfWriter, nameOfComment, nameOfWriter } from './comment-text.ts'
import { LocalTime } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { refreshAttention } from '#accounts/web/index.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { TableCell } from '#ui/components/table.tsx'
import type { CellsProps } from '#ui/dashboard/dashboard-table.tsx'

/** Decision made on this page; the loaded comment does not contain it. */
type Decision = 'none' | 'approved' | 'dismissed'

const DECIDED: Readonly<Record<Decision, string | null>> = { none: null, approved: 'Approved', dismissed: 'Reports dismissed' }

/** The beginning of an id is its time, so its end is shown. A tap selects the whole id, to copy it. */
const Id = ({ children: id }: { readonly children: string }) => (
  <code title={id} dir="rtl" className="block max-w-[9ch] truncate text-[.8rem] text-ink-soft select-all">
    <bdi dir="ltr">{id}</bdi>
  </code>
)

const reportsText = (count: number) => (count === 1 ? 'Reported once' : `Reported ${count} times`)

interface StatusProps {
  readonly comment: ModeratedComment
  readonly decision: Decision
  /** What happened to the account. */
  readonly news: string
}

/** Why an admin should read the comment, or what was decided. */
const Status = ({ comment: { pending, reports }, decision, news }: StatusProps) => {
  const reasons = reports.filter((reason) => reason !== '')
  return (
    <>
      {reports.length > 0 ? <p className="mt-1 text-small font-semibold text-danger">{reportsText(reports.length)}</p> : null}
      {reasons.length > 0 ? (
        <ul className="list-disc pl-5 text-small wrap-anywhere text-ink-soft">
          {reasons.map((reason, index) => (
            <li key={`${index} ${reason}`}>{reason}</li>
          ))}
        </ul>
      ) : null}
      {pending === true ? <p className="mt-1 text-small font-semibold text-warn">Waiting for approval</p> : null}
      <p role="status" className="mt-1 text-small font-semibold text-calm empty:mt-0">
        {news === '' ? DECIDED[decision] : news}
      </p>
    </>
  )
}

const RepliedTo = ({ repliedTo }: Pick<ModeratedComment, 'repliedTo'>) => {
  if (repliedTo === undefined) return null
  return (
    <p className="mt-1 line-clamp-2 border-s-2 border-line-strong ps-2 text-small wrap-anywhere text-ink-soft">
      {repliedTo === null ? 'In reply to a comment that was deleted' : `In reply to ${nameOfWriter(repliedTo)}: ${repliedTo.content}`}
    </p>
  )
}

/** What the author had written before an admin changed it. */
const FirstWords = ({ comment: { editedBy, firstContent } }: { readonly comment: ModeratedComment }) =>
  firstContent === undefined ? null : (
    <details className="pt-1 text-small text-ink-soft">
      <summary>{`Edited by ${editedBy ? nameOfUser(editedBy) : 'an admin'}. What it said before`}</summary>
      <p dir="auto" className="mt-1 border-s-2 border-line-strong ps-2 whitespace-pre-line wrap-anywhere">
        {firstContent}
      </p>
    </details>
  )

/** How long the account has been there, and the way to everything else it wrote. */
const AboutWriter = ({ comment: { user, writer }, nowMs }: { readonly comment: ModeratedComment; readonly nowMs: number | null }) => {
  if (user === null || writer === undefined) return null
  const count = plural(writer.totalComments, 'one comment', 'comments')
  return (
    <p className="text-small text-ink-soft">
      Account created <CommentTime createdAt={writer.createdAt} nowMs={nowMs} />,{' '}
      <a href={`/dashboard?tab=comments&writer=${user._id}`} className="link" aria-label={`${count} of @${user.username}`}>
        {count}
      </a>
    </p>
  )
}

/** Writer, text and post of a comment. */
const Words = ({ comment }: { readonly comment: ModeratedComment }) => {
  const nowMs = useMinute()
  return (
    <>
      <p className="text-small text-ink-soft">
        <span className="text-body font-semibold wrap-anywhere text-ink">{nameOfWriter(comment)}</span>{' '}
        {comment.user?.displayName === undefined ? null : <span>@{comment.user.username} </span>}
        <span className="card-only">
          <CommentTime createdAt={comment.createdAt} nowMs={nowMs} />
        </span>
      </p>
      <AboutWriter comment={comment} nowMs={nowMs} />
      <p className="text-small text-ink-soft">
        on{' '}
        <a href={`/post/${comment.post.slug}#comment-${comment._id}`} className="link wrap-anywhere">
          {comment.post.title}
        </a>
      </p>
      <RepliedTo repliedTo={comment.repliedTo} />
      <p className="mt-1 line-clamp-6 whitespace-pre-line wrap-anywhere">{comment.content}</p>
      <FirstWords comment={comment} />
    </>
  )
}

const Likes = ({ count }: { readonly count: number }) => (
  <TableCell slot={count > 0 ? 'meta' : 'wide'}>
    <span className="inline-flex items-center gap-1">
      <Heart aria-hidden="true" size={16} className="card-only" />
      <span>{count}</span>
      <span className="card-only">{count === 1 ? ' like' : ' likes'}</span>
    </span>
  </TableCell>
)

/** Decisions of an admin about a comment, and undoing them. */
const useDecision = (comment: ModeratedComment, change: CellsProps<ModeratedComment>['change']) => {
  const [decision, setDecision] = useState<Decision>('none')
  const { run, isBusy, error } = useAction()
  const { _id: commentId, post, reports, repliedTo, firstContent, writer } = comment
  const withRest = (changed: ApiComment): ModeratedComment => ({
    ...changed,
    post,
    reports,
    ...(repliedTo === undefined ? {} : { repliedTo }),
    ...(firstContent === undefined ? {} : { firstContent }),
    ...(writer === undefined ? {} : { writer }),
  })
  const decide = (decided: Decision, work: () => Promise<ModeratedComment>) => () =>
    void run(async () => {
      await change(async () => {
        const changed = await work()
        setDecision(decided)
        return changed
      })
      void refreshAttention()
    })
  const params = { commentId }
  return {
    decision,
    isBusy,
    error,
    approve: decide('approved', async () => withRest(await browserApi(approveComment, { params }))),
    takeBack: decide('none', async () => withRest(await browserApi(withdrawApproval, { params }))),
    dismiss: decide('dismissed', async () => {
      await browserApi(dismissReports, { params })
      return { ...comment, reports: [] }
    }),
  }
}

interface ActionsProps extends Pick<CellsProps<ModeratedComment>, 'item' | 'deleteButton'> {
  readonly decided: ReturnType<typeof useDecision>
  readonly account: ReturnType<typeof useAccountDialog>
  readonly replyButton: ReactNode
}

const Actions = ({ item: comment, deleteButton, decided, account, replyButton }: ActionsProps) => {
  const { decision, isBusy, approve, takeBack, dismiss } = decided
  const isPending = comment.pending === true
  const name = nameOfComment(comment, fullNameOfWriter)
  const { user } = comment
  return (
    <div className="row-actions">
      {isPending ? (
        // With a key of its own, so that a second press does not reach the button that takes its place.
        <Button key="approve" busy={isBusy} aria-label={`Approve ${name}`} onClick={approve}>
          Approve
        </Button>
      ) : null}
      {decision === 'approved' && !isPending ? (
        <Button data-undo="" busy={isBusy} aria-label={`Undo the approval of ${name}`} onClick={takeBack}>
          Undo
        </Button>
      ) : null}
      {/* Its place is kept, so that no row moves when a comment is approved. */}
      <span className={isPending ? 'invisible' : 'contents'}>{replyButton}</span>
      {comment.reports.length > 0 ? (
        <Button busy={isBusy} aria-label={`Dismiss reports of ${name}`} onClick={dismiss}>
          Dismiss reports
        </Button>
      ) : null}
      {deleteButton(
        user === null ? null : (
          <button
            type="button"
            className="text-button table-account"
            aria-disabled={account.isBusy || undefined}
            onClick={() => account.open(user._id)}
          >
            {accountLabel(user)}
          </button>
        ),
      )}
      {account.dialog}
    </div>
  )
}

/** A comment with its writer, status and actions. */
export const CommentCells = ({ item: comment, chooser, deleteButton, change }: CellsProps<ModeratedComment>) => {
  const decided = useDecision(comment, change)
  const reply = useRowReply(comment)
  const [news, setNews] = useState('')
  const account = useAccountDialog((done) => {
    if (done.end === 'remove') showRemovals()
    else setNews(done.text)
  })
  const problem = decided.error ?? account.error
  return (
    <>
      <TableCell slot="wide">
        <LocalTime at={comment.updatedAt} dayOnly className="wrap-normal" />
      </TableCell>
      <TableCell slot="title">
        <div className="table-words flex items-start gap-3">
          {chooser}
          <span className="table-avatar">
            <WriterAvatar user={comment.user} size={40} />
          </span>
          <div className="min-w-0">
            <Words comment={comment} />
            <Status comment={comment} decision={decided.decision} news={news} />
            {problem === null ? null : <Alert className="mt-2">{problem}</Alert>}
            {reply.form}
          </div>
        </div>
      </TableCell>
      <Likes count={comment.numberOfLikes} />
      <TableCell slot="wide">
        <Id>{comment.postId}</Id>
      </TableCell>
      <TableCell slot="wide">{comment.userId === null ? nameOfWriter(comment) : <Id>{comment.userId}</Id>}</TableCell>
      <TableCell slot="action">
        <Actions item={comment} deleteButton={deleteButton} decided={decided} account={account} replyButton={reply.button} />
      </TableCell>
    </>
  )
}
