import { useState } from 'react'
import type { TrashedPost } from '#contract/endpoints/writing.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { DashboardTable, type TableAct, type TableKind } from './dashboard-table.tsx'
import { PostCover } from '#web/features/posts/post-cover.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { useAction } from '#web/features/use-action.ts'
import { Alert, alertStyle } from '#web/ui/alert.tsx'
import { TableCell } from '#web/ui/table-cell.tsx'
import { loadTrash } from './load-dashboard.ts'

interface RestoreButtonProps {
  readonly post: TrashedPost
  readonly act: TableAct
  readonly onNotice: (notice: Notice) => void
}

const RestoreButton = ({ post, act, onNotice }: RestoreButtonProps) => {
  const { run, isBusy, error } = useAction()
  const restore = () =>
    act(async () => {
      const { slug } = await browserApi('POST /api/post/trash/:postId/restore', { params: { postId: post._id } })
      onNotice({ title: post.title, slug })
    })
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        aria-label={`Restore ${post.title}`}
        className="link link-target aria-disabled:opacity-60"
        onClick={() => void run(restore)}
      >
        Restore
      </button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const countText = (comments: number) => (comments === 1 ? 'with one comment' : `with ${comments} comments`)

const trashKind = (onNotice: RestoreButtonProps['onNotice']): TableKind<TrashedPost> => ({
  caption: 'The trash',
  columns: ['Date deleted', 'Post Image', 'Post Title', 'Ends for good', 'Delete', 'Restore'],
  emptyText: 'The trash is empty',
  deleteQuestion: 'Are you sure you want to delete this post for good?',
  load: (startIndex) => loadTrash(browserApi, startIndex),
  remove: (post) => browserApi('DELETE /api/post/trash/:postId', { params: { postId: post._id } }),
  nameOf: (post) => `${post.title} for good`,
  cells: (post, { deleteButton, act }) => (
    <>
      <TableCell label="Date deleted">
        <time dateTime={post.deletedAt} className="wrap-normal">
          {formatDate(post.deletedAt)}
        </time>
        <span className="block text-small text-ink-soft">by {post.deletedBy ? nameOfUser(post.deletedBy) : 'a deleted account'}</span>
      </TableCell>
      <TableCell label="Post Image">
        <span className="block h-12 w-20 overflow-hidden rounded-lg">
          <PostCover post={post} sizes="5rem" />
        </span>
      </TableCell>
      <TableCell label="Post Title">
        <span className="font-semibold wrap-anywhere">{post.title}</span>
        <span className="block text-small text-ink-soft">{countText(post.comments)}</span>
      </TableCell>
      <TableCell label="Ends for good">
        <time dateTime={post.endsAt} className="wrap-normal">
          {formatDate(post.endsAt)}
        </time>
      </TableCell>
      <TableCell label="Delete">{deleteButton}</TableCell>
      <TableCell label="Restore">
        <RestoreButton post={post} act={act} onNotice={onNotice} />
      </TableCell>
    </>
  ),
})

/** A post that was restored. */
interface Notice {
  readonly title: string
  readonly slug: string
}

/** Deleted posts, for thirty days: they come back with everything that belonged to them, or end for good. */
export const Trash = ({ posts }: { readonly posts: readonly TrashedPost[] }) => {
  const [notice, setNotice] = useState<Notice | null>(null)
  const [kind] = useState(() => trashKind(setNotice))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-ink-soft">
        Deleted posts stay here for thirty days, with their comments. No reader sees them.{' '}
        <a href="/dashboard?tab=posts" className="link">
          Back to your posts
        </a>
      </p>
      <div role="status" className="empty:hidden">
        {notice === null ? null : (
          <p className={alertStyle('success')}>
            “{notice.title}” is published again:{' '}
            <a href={`/post/${notice.slug}`} className="link">
              read it
            </a>
          </p>
        )}
      </div>
      <DashboardTable kind={kind} firstPage={posts} />
    </div>
  )
}
