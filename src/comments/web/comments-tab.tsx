import { useEffect, useState } from 'react'
import { plural } from '#platform/contract/plural.ts'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import { type ModeratedComment, deleteComment, listAllComments, restoreComment } from '#comments/contract/comments.endpoints.ts'
import {
  type UserContent,
  deleteComments,
  getUserContent,
  listRemovals,
  type RemovedAccount,
  restoreComments,
} from '#comments/contract/removals.endpoints.ts'
import { markCommentsSeen } from '#accounts/contract/attention.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { ApiError } from '#ui/api/api-error.ts'
import type { Api } from '#ui/api/client.ts'
import { useLoaded } from '#ui/api/use-loaded.ts'
import { fullNameOfWriter, nameOfComment } from './comment-text.ts'
import { refreshAttention } from '#accounts/web/index.ts'
import { CommentCells } from './comment-cells.tsx'
import { AccountDialog, type EndedAccount } from './account-dialog.tsx'
import { Removals, showRemovals } from './removals.tsx'
import { DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import { dashboardTab } from '#ui/dashboard/dashboard-tab.ts'

interface Page {
  readonly startIndex: number
  /** Only the comments of this account. */
  readonly writer: string | null
}

/** Reported comments come first, then pending ones; those of one account newest first. */
const loadComments = async (call: Api, { startIndex, writer }: Page): Promise<readonly ModeratedComment[]> =>
  (await call(listAllComments, { query: { startIndex, sort: 'attention', userId: writer ?? undefined } })).comments

const commentsKind = (writer: string | null): TableKind<ModeratedComment> => ({
  caption: 'All comments',
  columns: ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete'],
  emptyText: 'You have no Comments yet',
  load: (startIndex) => loadComments(browserApi, { startIndex, writer }),
  nameOf: (comment) => nameOfComment(comment, fullNameOfWriter),
  deletion: (comment) => {
    const params = { commentId: comment._id }
    return {
      question: 'Are you sure you want to delete this comment?',
      run: async () => {
        await browserApi(deleteComment, { params })
        void refreshAttention()
      },
      outcome: {
        text: `The comment of ${fullNameOfWriter(comment)} is deleted.`,
        undo: async () => {
          await browserApi(restoreComment, { params })
          void refreshAttention()
        },
      },
    }
  },
  bulk: {
    nameOf: (count) => plural(count, 'one comment', 'comments'),
    run: async (ids) => {
      await browserApi(deleteComments, { body: { commentIds: [...ids] } })
      void refreshAttention()
    },
    undo: async (ids) => {
      const restored = await browserApi(restoreComments, { body: { commentIds: [...ids] } })
      void refreshAttention()
      return restored.commentIds
    },
  },
  Cells: CommentCells,
})

interface CommentsProps {
  readonly comments: readonly ModeratedComment[]
  readonly removals: readonly RemovedAccount[]
  /** Of the account that a link below a post is about. */
  readonly userContent: UserContent | null
  /** Account whose comments alone are listed. */
  readonly writer: string | null
  /** ISO 8601: when the comments were read. */
  readonly loadedAt: string
}

/** The dialog that a link below a post opens. */
const LinkedAccount = ({ userContent }: { readonly userContent: UserContent }) => {
  const [isOpen, setIsOpen] = useState(true)
  const [news, setNews] = useState('')
  const settle = ({ end, text }: EndedAccount) => {
    setIsOpen(false)
    if (end === 'remove') showRemovals()
    else setNews(text)
  }
  return (
    <>
      <p role="status" className="font-semibold text-calm empty:hidden">
        {news}
      </p>
      {isOpen ? <AccountDialog userContent={userContent} onDone={settle} onCancel={() => setIsOpen(false)} /> : null}
    </>
  )
}

/** Tells the server what this list has shown, for the count beside the account. */
const useSeen = (through: string) =>
  useEffect(() => {
    browserApi(markCommentsSeen, { body: { through } }).then(refreshAttention, () => {
      // The next visit says it again.
    })
  }, [through])

const Comments = ({ comments: initial, removals, userContent, writer, loadedAt }: CommentsProps) => {
  useSeen(loadedAt)
  const { value: comments, reload } = useLoaded(initial, () => loadComments(browserApi, { startIndex: 0, writer }))
  return (
    <div className="stack gap-6">
      {userContent === null ? null : <LinkedAccount userContent={userContent} />}
      <Removals removals={removals} onBack={() => void reload()} />
      {writer === null ? null : (
        <p className="row gap-x-3">
          <span className="font-semibold wrap-anywhere">{`Everything ${comments[0] === undefined ? 'this account' : fullNameOfWriter(comments[0])} wrote`}</span>
          <a href="/dashboard?tab=comments" className="link link-target">
            All comments
          </a>
        </p>
      )}
      <DashboardTable key={writer} kind={commentsKind(writer)} firstPage={comments} />
      <p>
        <a href="/dashboard?tab=settings&section=comments" className="link link-target">
          Who may comment, and which comments wait
        </a>
      </p>
    </div>
  )
}

/** Null if the account was deleted meanwhile. */
const findUserContent = async (call: Api, userId: string): Promise<UserContent | null> => {
  try {
    return await call(getUserContent, { params: { userId } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const commentsTab = dashboardTab({
  id: 'comments',
  label: 'Comments',
  Icon: MessageSquareText,
  access: 'admin',
  load: async ({ call, url }) => {
    const userId = url.searchParams.get('account')
    const writer = url.searchParams.get('writer')
    const loadedAt = new Date().toISOString()
    const [comments, { removals }, userContent] = await Promise.all([
      loadComments(call, { startIndex: 0, writer }),
      call(listRemovals),
      userId === null ? null : findUserContent(call, userId),
    ])
    return { comments, removals, userContent, writer, loadedAt }
  },
  Component: ({ data }) => <Comments {...data} />,
})
