import { type ModeratedComment, deleteComment, listAllComments, restoreComment } from '#comments/contract/comments.endpoints.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { nameOfWriter } from './comment-text.ts'
import { refreshAttention } from '#accounts/web/index.ts'
import { CommentCells } from './comment-cells.tsx'
import { DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import type { Api } from '#ui/api/client.ts'

/** Reported comments come first, then pending ones. */
export const loadComments = async (api: Api, startIndex = 0): Promise<readonly ModeratedComment[]> =>
  (await api(listAllComments, { query: { startIndex, sort: 'attention' } })).comments

const commentsKind: TableKind<ModeratedComment> = {
  caption: 'All comments',
  columns: ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete'],
  emptyText: 'You have no Comments yet',
  load: (startIndex) => loadComments(browserApi, startIndex),
  nameOf: (comment) => `the comment of ${nameOfWriter(comment)}`,
  deletion: (comment) => {
    const params = { commentId: comment._id }
    return {
      question: 'Are you sure you want to delete this comment?',
      run: async () => {
        await browserApi(deleteComment, { params })
        void refreshAttention()
      },
      outcome: {
        text: `The comment of ${nameOfWriter(comment)} is deleted.`,
        undo: async () => {
          await browserApi(restoreComment, { params })
          void refreshAttention()
        },
      },
    }
  },
  Cells: CommentCells,
}

interface CommentsTabProps {
  readonly comments: readonly ModeratedComment[]
}

export const CommentsTab = ({ comments }: CommentsTabProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    <DashboardTable kind={commentsKind} firstPage={comments} />
    <p>
      <a href="/dashboard?tab=settings#comments" className="link link-target">
        Who may comment, and which comments wait
      </a>
    </p>
  </div>
)
