import { useMemo } from 'react'
import { deletePost } from '#writing/contract/edit-posts.endpoints.ts'
import { restorePost } from '#writing/contract/writing.endpoints.ts'
import { type DraftSummary, listPostOverview, type OverviewPost, pinPost } from '#writing/contract/manage-posts.endpoints.ts'
import type { CallInput, CallOutput } from '#platform/contract/endpoint.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { POST_STATUSES } from '#writing/contract/post-statuses.ts'
import { CategoryText, PostCover, postLikesText } from '#posts/web/index.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TableCell } from '#ui/components/table.tsx'
import { Card } from '#ui/components/card.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { type CellsProps, DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import type { Api } from '#ui/api/client.ts'
import { draftHref, draftTitle, kindOfDraft } from './waiting-texts.ts'

type PostsOverview = CallOutput<typeof listPostOverview>

/** Filters of the list of posts. */
interface PostFilters {
  readonly searchTerm: string
  readonly status: NonNullable<CallInput<typeof listPostOverview>['query']>['status']
}

/** Data of the tab. */
export interface PostsData {
  readonly filters: PostFilters
  readonly list: PostsOverview
}

const readPostFilters = ({ searchParams }: URL): PostFilters => {
  const status = searchParams.get('status')
  return {
    searchTerm: searchParams.get('search') ?? '',
    status: [...POST_STATUSES, 'edited' as const].find((each) => each === status),
  }
}

/** Loads a page of the posts of all writers, with the user's own drafts. */
const loadPosts = (call: Api, { searchTerm, status }: PostFilters, startIndex = 0): Promise<PostsOverview> =>
  call(listPostOverview, { query: { startIndex, ...(searchTerm === '' ? {} : { searchTerm }), ...(status ? { status } : {}) } })

export const loadPostsTab = async (call: Api, url: URL): Promise<PostsData> => {
  const filters = readPostFilters(url)
  return { filters, list: await loadPosts(call, filters) }
}

const COLUMNS = ['Date updated', 'Post Image', 'Post Title', 'Category', 'Delete', 'Edit'] as const

const STATUS_LABELS = { published: 'Published', planned: 'Planned', trashed: 'In the trash', edited: 'Unpublished changes' } as const

const STATUS_OPTIONS = [
  { value: '', label: 'All posts' },
  ...[...POST_STATUSES, 'edited' as const].map((status) => ({ value: status, label: STATUS_LABELS[status] })),
]

/** A GET form, so that the URL contains the filters. */
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

/** Unpublished drafts from all devices. */
const Drafts = ({ drafts }: { readonly drafts: readonly DraftSummary[] }) => (
  <Card as="section" aria-labelledby="drafts">
    <h2 id="drafts" className="text-h3">
      Drafts
    </h2>
    <ul>
      {drafts.map((draft) => (
        <ListRow key={draft.id} className="last:pb-0">
          <div id={`draft-${draft.id}`} className="min-w-0">
            <p className="font-semibold wrap-anywhere">{draftTitle(draft)}</p>
            <p className="text-small wrap-anywhere text-ink-soft">
              <LocalTime at={draft.savedAt} /> · {kindOfDraft(draft)}
              <span>{draft.excerpt === '' ? '' : ` · ${draft.excerpt}`}</span>
            </p>
          </div>
          <a
            id={`write-${draft.id}`}
            href={draftHref(draft)}
            className="link link-target"
            aria-labelledby={`write-${draft.id} draft-${draft.id}`}
          >
            Go on writing
          </a>
        </ListRow>
      ))}
    </ul>
  </Card>
)

const IN_LISTS = { family: 'for the family', admins: 'only for admins' } as const

const PostStatusLine = ({ post }: { readonly post: OverviewPost }) => {
  const rest = [
    ...(post.hasUnsavedEdit ? ['unsaved edit'] : []),
    ...(post.pinned ? ['pinned'] : []),
    ...(post.likes > 0 ? [postLikesText(post.likes)] : []),
    ...(post.audience === 'public' ? [] : [IN_LISTS[post.audience]]),
    ...(post.author === null ? [] : [`by ${nameOfUser(post.author)}`]),
  ]
  return (
    <SecondLine className="wrap-anywhere">
      {post.status === 'planned' ? (
        <span>
          planned for <LocalTime at={post.createdAt} />
        </span>
      ) : (
        <span>{post.status === 'trashed' ? 'in the trash' : 'published'}</span>
      )}
      <span>{rest.map((part) => ` · ${part}`).join('')}</span>
    </SecondLine>
  )
}

const PinButton = ({ post, change }: { readonly post: OverviewPost; readonly change: CellsProps<OverviewPost>['change'] }) => {
  const { run, isBusy, error } = useAction()
  const pinned = !post.pinned
  const pin = async () => {
    await browserApi(pinPost, { params: { postId: post._id }, body: { pinned } })
    return { ...post, pinned }
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        aria-label={`${post.pinned ? 'Unpin' : 'Pin'} ${post.title}`}
        className="text-button"
        onClick={() => void run(() => change(pin))}
      >
        {post.pinned ? 'Unpin' : 'Pin'}
      </button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const titleHref = ({ status, slug, _id }: OverviewPost) =>
  status === 'published' ? `/post/${slug}` : status === 'planned' ? `/update-post/${_id}` : '/dashboard?tab=posts&show=trash'

const postsKind = (viewerId: string, filters: PostFilters, isMailed: boolean): TableKind<OverviewPost> => ({
  caption: 'All posts',
  columns: COLUMNS,
  emptyText: filters.searchTerm === '' && filters.status === undefined ? 'You have no posts yet' : 'No Posts found.',
  load: async (startIndex) => (await loadPosts(browserApi, filters, startIndex)).posts,
  nameOf: (post) => post.title,
  deletion: (post) => ({
    question: 'Are you sure you want to delete this post?',
    note: `${inQuotes(post.title)} goes to the trash with its comments, and can come back for thirty days.${isMailed ? ' Mails about it that wait are stopped.' : ''}`,
    run: () => browserApi(deletePost, { params: { postId: post._id, userId: viewerId } }),
    outcome: {
      text: 'Moved to the trash.',
      undo: () => browserApi(restorePost, { params: { postId: post._id } }),
    },
  }),
  Cells: ({ item: post, deleteButton, change }) => (
    <>
      <TableCell slot="meta">
        <LocalTime at={post.updatedAt} dayOnly className="wrap-normal" />
      </TableCell>
      <TableCell slot="picture">
        <a href={titleHref(post)} tabIndex={-1} aria-hidden="true" className="table-picture">
          <PostCover post={post} sizes="5rem" />
        </a>
      </TableCell>
      <TableCell slot="title">
        <a href={titleHref(post)} className="link-target font-semibold wrap-anywhere hover:underline">
          {post.title}
        </a>
        <PostStatusLine post={post} />
      </TableCell>
      <TableCell slot="meta">
        <span className="table-category text-calm italic">
          <CategoryText category={post.category} />
        </span>
      </TableCell>
      <TableCell slot="action">{post.status === 'trashed' ? null : deleteButton()}</TableCell>
      <TableCell slot="action">
        {post.status === 'trashed' ? null : (
          <div className="row gap-x-2">
            <a href={`/update-post/${post._id}`} aria-label={`Edit ${post.title}`} className="text-button font-semibold text-heart">
              Edit
            </a>
            {post.status === 'published' ? <PinButton post={post} change={change} /> : null}
          </div>
        )}
      </TableCell>
    </>
  ),
})

interface PostListProps {
  readonly viewerId: string
  readonly filters: PostFilters
  readonly posts: readonly OverviewPost[]
}

const PostList = ({ viewerId, filters, posts }: PostListProps) => {
  const { mail } = useSite()
  const kind = useMemo(() => postsKind(viewerId, filters, mail), [viewerId, filters, mail])
  return <DashboardTable kind={kind} firstPage={posts} />
}

interface PostsTabProps {
  readonly viewerId: string
  readonly data: PostsData
}

/** The posts of all writers in any status, and the user's own drafts. */
export const PostsTab = ({ viewerId, data: { filters, list } }: PostsTabProps) => {
  const { posts, drafts } = list
  return (
    <div className="stack gap-6">
      {drafts.length === 0 ? null : <Drafts drafts={drafts} />}
      <PostFilterForm filters={filters} />
      <PostList viewerId={viewerId} filters={filters} posts={posts} />
      <p>
        <a href="/dashboard?tab=posts&show=trash" className="link link-target">
          Trash
        </a>
      </p>
    </div>
  )
}
