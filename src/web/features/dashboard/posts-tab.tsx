import { useMemo } from 'react'
import type { DraftSummary, OverviewPost } from '#contract/endpoints/manage-posts.ts'
import { nameOfUser } from '#contract/name-of-user.ts'
import { POST_STATUSES } from '#contract/post-statuses.ts'
import { browserApi } from '#web/api/browser-api.ts'
import { PostCover } from '#web/features/posts/post-cover.tsx'
import { formatDate } from '#web/features/posts/post-date.ts'
import { useAction } from '#web/features/use-action.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { TableCell } from '#web/ui/table-cell.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { DashboardTable, type TableAct, type TableKind } from './dashboard-table.tsx'
import { loadPosts, type PostFilters } from './load-dashboard.ts'

const COLUMNS = ['Date updated', 'Post Image', 'Post Title', 'Category', 'Delete', 'Edit'] as const

const STATUS_LABELS = { published: 'Published', planned: 'Planned', trashed: 'In the trash', edited: 'Unsaved edit' } as const

const STATUS_OPTIONS = [
  { value: '', label: 'All posts' },
  ...[...POST_STATUSES, 'edited' as const].map((status) => ({ value: status, label: STATUS_LABELS[status] })),
]

/** A GET form: the address keeps what was asked for. */
const PostFilterForm = ({ filters }: { readonly filters: PostFilters }) => (
  <search aria-label="Filter posts">
    <form action="/dashboard" className="flex flex-wrap items-end gap-4">
      <input type="hidden" name="tab" value="posts" />
      <TextField label="Search" name="search" type="search" defaultValue={filters.searchTerm} />
      <SelectField label="Status" name="status" options={STATUS_OPTIONS} defaultValue={filters.status ?? ''} />
      <Button type="submit">Apply</Button>
    </form>
  </search>
)

const draftHref = ({ postId, writer }: DraftSummary) => `${postId === 'new' ? '/create-post' : `/update-post/${postId}`}?draft=${writer}`

/** Texts that are not published, from all devices. */
const Drafts = ({ drafts }: { readonly drafts: readonly DraftSummary[] }) => (
  <section aria-labelledby="drafts" className="card p-5">
    <h2 id="drafts" className="text-h3">
      Drafts
    </h2>
    <ul>
      {drafts.map((draft) => (
        <li key={draft.writer} className="ruled flex flex-wrap items-center justify-between gap-x-4 py-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{draft.title === '' ? 'Without a title' : draft.title}</p>
            <p className="text-small wrap-anywhere text-ink-soft">
              {formatDate(draft.savedAt)} · {draft.postId === 'new' ? 'a new post' : 'an edit of a post'}
              {draft.excerpt === '' ? null : ` · ${draft.excerpt}`}
            </p>
          </div>
          <a href={draftHref(draft)} className="link link-target" aria-label={`Go on writing ${draft.title}`.trim()}>
            Go on writing
          </a>
        </li>
      ))}
    </ul>
  </section>
)

const statusText = (post: OverviewPost): string => {
  const parts = [
    post.status === 'planned' ? `planned for ${formatDate(post.createdAt)}` : post.status === 'trashed' ? 'in the trash' : 'published',
    ...(post.hasUnsavedEdit ? ['unsaved edit'] : []),
    ...(post.pinned ? ['pinned'] : []),
    ...(post.author === null ? [] : [`by ${nameOfUser(post.author)}`]),
  ]
  return parts.join(' · ')
}

const PinButton = ({ post, act }: { readonly post: OverviewPost; readonly act: TableAct }) => {
  const { run, isBusy, error } = useAction()
  const body = { pinned: !post.pinned }
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        aria-label={`${post.pinned ? 'Unpin' : 'Pin'} ${post.title}`}
        className="link link-target"
        onClick={() => void run(() => act(() => browserApi('PUT /api/post/pin/:postId', { params: { postId: post._id }, body })))}
      >
        {post.pinned ? 'Unpin' : 'Pin'}
      </button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const titleHref = ({ status, slug, _id }: OverviewPost) =>
  status === 'published' ? `/post/${slug}` : status === 'planned' ? `/update-post/${_id}` : '/dashboard?tab=posts&show=trash'

const postsKind = (viewerId: string, filters: PostFilters): TableKind<OverviewPost> => ({
  caption: 'All posts',
  columns: COLUMNS,
  emptyText: filters.searchTerm === '' && filters.status === undefined ? 'You have no posts yet' : 'No Posts found.',
  deleteQuestion: 'Are you sure you want to delete this post?',
  load: async (startIndex) => (await loadPosts(browserApi, filters, startIndex)).posts,
  remove: (post) => browserApi('DELETE /api/post/deletepost/:postId/:userId', { params: { postId: post._id, userId: viewerId } }),
  nameOf: (post) => post.title,
  cells: (post, { deleteButton, act }) => (
    <>
      <TableCell label="Date updated">
        <time dateTime={post.updatedAt} className="wrap-normal xl:whitespace-nowrap">
          {formatDate(post.updatedAt)}
        </time>
      </TableCell>
      <TableCell label="Post Image">
        <a href={titleHref(post)} tabIndex={-1} aria-hidden="true" className="block h-12 w-20 overflow-hidden rounded-lg">
          <PostCover post={post} sizes="5rem" />
        </a>
      </TableCell>
      <TableCell label="Post Title">
        <a href={titleHref(post)} className="link-target font-semibold wrap-anywhere hover:underline">
          {post.title}
        </a>
        <span className="block text-small text-ink-soft">{statusText(post)}</span>
      </TableCell>
      <TableCell label="Category">
        <span className="whitespace-nowrap text-calm italic">{post.category}</span>
      </TableCell>
      <TableCell label="Delete">{post.status === 'trashed' ? null : deleteButton}</TableCell>
      <TableCell label="Edit">
        {post.status === 'trashed' ? null : (
          <div className="flex flex-wrap gap-x-4">
            <a href={`/update-post/${post._id}`} aria-label={`Edit ${post.title}`} className="link link-target">
              Edit
            </a>
            {post.status === 'published' ? <PinButton post={post} act={act} /> : null}
          </div>
        )}
      </TableCell>
    </>
  ),
})

export interface PostsTabProps {
  readonly viewerId: string
  readonly filters: PostFilters
  readonly posts: readonly OverviewPost[]
  readonly drafts: readonly DraftSummary[]
}

/** The posts of all writers, whatever their status, and one's own unpublished texts. */
export const PostsTab = ({ viewerId, filters, posts, drafts }: PostsTabProps) => {
  const kind = useMemo(() => postsKind(viewerId, filters), [viewerId, filters])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {drafts.length === 0 ? null : <Drafts drafts={drafts} />}
      <PostFilterForm filters={filters} />
      <DashboardTable kind={kind} firstPage={posts} />
      <a href="/dashboard?tab=posts&show=trash" className="link link-target justify-self-start">
        Trash
      </a>
    </div>
  )
}
