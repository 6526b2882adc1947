import { useState } from 'react'
import type { TrashedPost } from '#contract/endpoints/writing.ts'
import { errorMessage } from '#web/api/api-error.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { DashboardTable, type TableKind } from './dashboard-table.tsx'
import { PostCover } from '#web/features/posts/post-cover.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { Alert } from '#web/ui/alert.tsx'
import { TableCell } from '#web/ui/table-cell.tsx'
import { loadTrash } from './load-dashboard.ts'

interface RestoreButtonProps {
  readonly post: TrashedPost
  readonly onRestored: (slug: string) => Promise<void>
  readonly onFailed: (message: string) => void
}

const RestoreButton = ({ post, onRestored, onFailed }: RestoreButtonProps) => {
  const [busy, setBusy] = useState(false)
  const restore = async () => {
    setBusy(true)
    try {
      const { slug } = await browserApi('POST /api/post/trash/:postId/restore', { params: { postId: post._id } })
      await onRestored(slug)
    } catch (error) {
      onFailed(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      disabled={busy}
      aria-label={`Restore ${post.title}`}
      className="link link-target disabled:opacity-60"
      onClick={() => void restore()}
    >
      Restore
    </button>
  )
}

const countText = (comments: number) => (comments === 1 ? 'with one comment' : `with ${comments} comments`)

const trashKind = (
  events: Omit<RestoreButtonProps, 'post' | 'onRestored'> & { onRestored: (post: TrashedPost, slug: string) => Promise<void> },
): TableKind<TrashedPost> => ({
  caption: 'The trash',
  columns: ['Date deleted', 'Post Image', 'Post Title', 'Ends for good', 'Delete', 'Restore'],
  emptyText: 'The trash is empty',
  deleteQuestion: 'Are you sure you want to delete this post for good?',
  load: (startIndex) => loadTrash(browserApi, startIndex),
  remove: (post) => browserApi('DELETE /api/post/trash/:postId', { params: { postId: post._id } }),
  nameOf: (post) => `${post.title} for good`,
  cells: (post, deleteButton) => (
    <>
      <TableCell label="Date deleted">
        <time dateTime={post.deletedAt} className="wrap-normal">
          {formatDate(post.deletedAt)}
        </time>
        <span className="block text-small text-ink-soft">by {post.deletedBy ? `@${post.deletedBy.username}` : 'somebody who left'}</span>
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
        <RestoreButton post={post} onRestored={(slug) => events.onRestored(post, slug)} onFailed={events.onFailed} />
      </TableCell>
    </>
  ),
})

type Told =
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'restored'; readonly title: string; readonly slug: string }

/** Deleted posts, for thirty days: they come back with everything that belonged to them, or end for good. */
export const Trash = ({ posts: loaded }: { readonly posts: readonly TrashedPost[] }) => {
  const [posts, setPosts] = useState(loaded)
  const [told, setTold] = useState<Told | null>(null)
  const [kind] = useState(() =>
    trashKind({
      onFailed: (message) => setTold({ kind: 'failed', message }),
      onRestored: async ({ title }, slug) => {
        setPosts(await loadTrash(browserApi))
        setTold({ kind: 'restored', title, slug })
      },
    }),
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-ink-soft">
        Deleted posts stay here for thirty days, with their comments. No reader sees them.{' '}
        <a href="/dashboard?tab=posts" className="link">
          Back to your posts
        </a>
      </p>
      {told?.kind === 'failed' ? <Alert>{told.message}</Alert> : null}
      {told?.kind === 'restored' ? (
        <Alert kind="success">
          “{told.title}” is published again:{' '}
          <a href={`/post/${told.slug}`} className="link">
            read it
          </a>
        </Alert>
      ) : null}
      <DashboardTable kind={kind} firstPage={posts} />
    </div>
  )
}
