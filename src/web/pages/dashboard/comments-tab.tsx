import type { Comment } from '#contract/endpoints/comments.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { DashboardTable, type TableKind } from '#web/features/dashboard/dashboard-table.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { TableCell } from '#web/ui/table-cell.tsx'
import { loadComments } from './load-dashboard.ts'

/** Ids are long and only compared: one line, whole in the title. */
const Id = ({ children }: { readonly children: string }) => (
  <code title={children} className="block truncate text-[.8rem] text-ink-soft md:max-w-[5rem] xl:max-w-[7.5rem]">
    {children}
  </code>
)

const COMMENTS: TableKind<Comment> = {
  caption: 'All comments',
  columns: ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete'],
  emptyText: 'You have no Comments yet',
  deleteQuestion: 'Are you sure you want to delete this comment?',
  load: (startIndex) => loadComments(browserApi, startIndex),
  remove: (comment) => browserApi('DELETE /api/comment/deletecomment/:commentId', { params: { commentId: comment._id } }),
  nameOf: (comment) => `the comment of ${comment.user ? `@${comment.user.username}` : 'anonymous'}`,
  cells: (comment, deleteButton) => (
    <>
      <TableCell label="Date Updated">
        <time dateTime={comment.updatedAt} className="wrap-normal xl:whitespace-nowrap">
          {formatDate(comment.updatedAt)}
        </time>
      </TableCell>
      <TableCell label="Comment Content">
        <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{comment.content}</p>
      </TableCell>
      <TableCell label="Number of likes">{comment.numberOfLikes}</TableCell>
      <TableCell label="Post ID">
        <Id>{comment.postId}</Id>
      </TableCell>
      <TableCell label="User ID">{comment.userId === null ? 'anonymous' : <Id>{comment.userId}</Id>}</TableCell>
      <TableCell label="Delete">{deleteButton}</TableCell>
    </>
  ),
}

export const CommentsTab = ({ comments }: { readonly comments: readonly Comment[] }) => (
  <DashboardTable kind={COMMENTS} firstPage={comments} />
)
