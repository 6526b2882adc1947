import type { ModeratedComment } from '#contract/endpoints/comments.ts'
import type { Settings } from '#contract/endpoints/settings.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { nameOfWriter } from '#web/features/comments/comment-text.ts'
import { DashboardTable, type TableKind } from './dashboard-table.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { TableCell } from '#web/ui/table-cell.tsx'
import { CommentModeration } from './comment-moderation.tsx'
import { loadComments } from './load-dashboard.ts'
import { ModerationSettings } from './moderation-settings.tsx'

/** Ids are long and only compared: one line, whole in the title. */
const Id = ({ children }: { readonly children: string }) => (
  <code title={children} className="block truncate text-[.8rem] text-ink-soft md:max-w-[5rem] xl:max-w-[7.5rem]">
    {children}
  </code>
)

const commentsKind: TableKind<ModeratedComment> = {
  caption: 'All comments',
  columns: ['Date Updated', 'Comment Content', 'Number of likes', 'Post ID', 'User ID', 'Delete'],
  emptyText: 'You have no Comments yet',
  deleteQuestion: 'Are you sure you want to delete this comment?',
  load: (startIndex) => loadComments(browserApi, startIndex),
  remove: (comment) => browserApi('DELETE /api/comment/deletecomment/:commentId', { params: { commentId: comment._id } }),
  nameOf: (comment) => `the comment of ${nameOfWriter(comment)}`,
  cells: (comment, { deleteButton, act }) => (
    <>
      <TableCell label="Date Updated">
        <time dateTime={comment.updatedAt} className="wrap-normal xl:whitespace-nowrap">
          {formatDate(comment.updatedAt)}
        </time>
      </TableCell>
      <TableCell label="Comment Content">
        <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{comment.content}</p>
        <CommentModeration comment={comment} act={act} />
      </TableCell>
      <TableCell label="Number of likes">{comment.numberOfLikes}</TableCell>
      <TableCell label="Post ID">
        <Id>{comment.postId}</Id>
      </TableCell>
      <TableCell label="User ID">{comment.userId === null ? nameOfWriter(comment) : <Id>{comment.userId}</Id>}</TableCell>
      <TableCell label="Delete">{deleteButton}</TableCell>
    </>
  ),
}

interface CommentsTabProps {
  readonly comments: readonly ModeratedComment[]
  /** Null when they could not be loaded. */
  readonly settings: Settings | null
}

export const CommentsTab = ({ comments, settings }: CommentsTabProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
    {settings ? <ModerationSettings settings={settings} /> : null}
    <DashboardTable kind={commentsKind} firstPage={comments} />
  </div>
)
