import { useMemo } from 'react'
import { browserApi } from '#web/api/browser-api.ts'
import { DashboardTable, type TableKind } from './dashboard-table.tsx'
import type { PostCard } from '#web/features/posts/post-card-data.ts'
import { PostCover } from '#web/features/posts/post-cover.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { TableCell } from '#web/ui/table-cell.tsx'
import { loadPosts } from './load-dashboard.ts'

const COLUMNS = ['Date updated', 'Post Image', 'Post Title', 'Category', 'Delete', 'Edit'] as const

const postsKind = (viewerId: string): TableKind<PostCard> => ({
  caption: 'Your posts',
  columns: COLUMNS,
  emptyText: 'You have no posts yet',
  deleteQuestion: 'Are you sure you want to delete this post?',
  load: (startIndex) => loadPosts(browserApi, viewerId, startIndex),
  remove: (post) => browserApi('DELETE /api/post/deletepost/:postId/:userId', { params: { postId: post._id, userId: viewerId } }),
  nameOf: (post) => post.title,
  cells: (post, { deleteButton }) => (
    <>
      <TableCell label="Date updated">
        <time dateTime={post.updatedAt} className="wrap-normal xl:whitespace-nowrap">
          {formatDate(post.updatedAt)}
        </time>
      </TableCell>
      <TableCell label="Post Image">
        <a href={`/post/${post.slug}`} tabIndex={-1} aria-hidden="true" className="block h-12 w-20 overflow-hidden rounded-lg">
          <PostCover post={post} sizes="5rem" />
        </a>
      </TableCell>
      <TableCell label="Post Title">
        <a href={`/post/${post.slug}`} className="link-target font-semibold wrap-anywhere hover:underline">
          {post.title}
        </a>
      </TableCell>
      <TableCell label="Category">
        <span className="whitespace-nowrap text-calm italic">{post.category}</span>
      </TableCell>
      <TableCell label="Delete">{deleteButton}</TableCell>
      <TableCell label="Edit">
        <a href={`/update-post/${post._id}`} aria-label={`Edit ${post.title}`} className="link link-target">
          Edit
        </a>
      </TableCell>
    </>
  ),
})

interface PostsTabProps {
  readonly viewerId: string
  readonly posts: readonly PostCard[]
}

export const PostsTab = ({ viewerId, posts }: PostsTabProps) => {
  const kind = useMemo(() => postsKind(viewerId), [viewerId])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <DashboardTable kind={kind} firstPage={posts} />
      <a href="/dashboard?tab=posts&show=trash" className="link link-target justify-self-start">
        Trash
      </a>
    </div>
  )
}
