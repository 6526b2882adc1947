import { type TrashedPost, deleteTrashedPost, listTrash, restorePost } from '#writing/contract/writing.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { type CellsProps, DashboardTable, type TableKind } from '#ui/dashboard/dashboard-table.tsx'
import type { RowOutcome } from '#ui/dashboard/delete-dialog.tsx'
import { PostCover } from '#posts/web/index.ts'
import { LocalTime, useSite } from '#site/web/index.ts'
import { useAction } from '#ui/forms/use-action.ts'
import { Alert } from '#ui/components/alert.tsx'
import { TableCell } from '#ui/components/table.tsx'
import { SecondLine } from '#ui/components/second-line.tsx'
import { draftHref, draftTitle } from './waiting-texts.ts'
import type { Api } from '#ui/api/client.ts'

/** Loads a page of the deleted posts of all authors. */
export const loadTrash = async (call: Api, startIndex = 0): Promise<readonly TrashedPost[]> =>
  (await call(listTrash, { query: { startIndex } })).posts

interface RestoreButtonProps {
  readonly post: TrashedPost
  readonly end: CellsProps<TrashedPost>['end']
}

const RestoreButton = ({ post, end }: RestoreButtonProps) => {
  const { mail } = useSite()
  const { run, isBusy, error } = useAction()
  const restore = async (): Promise<RowOutcome> => {
    const restored = await browserApi(restorePost, { params: { postId: post._id } })
    if (restored.slug === '') {
      const link = { href: draftHref({ postId: 'new', id: post._id }), label: 'go on writing' }
      return { text: `${inQuotes(draftTitle(post))} is a draft again:`, link }
    }
    return restored.publishAt === undefined
      ? {
          text: `${inQuotes(post.title)} is published again${mail ? ', and not mailed' : ''}:`,
          link: { href: `/post/${restored.slug}`, label: 'read it' },
        }
      : { text: `${inQuotes(post.title)} is planned again:`, link: { href: `/update-post/${post._id}`, label: 'open it' } }
  }
  return (
    <>
      <button
        type="button"
        aria-disabled={isBusy || undefined}
        aria-label={`Restore ${draftTitle(post)}`}
        className="text-button font-semibold text-heart aria-disabled:opacity-60"
        onClick={() => void run(() => end(restore))}
      >
        Restore
      </button>
      {error === null ? null : <Alert>{error}</Alert>}
    </>
  )
}

const trashKind: TableKind<TrashedPost> = {
  caption: 'The trash',
  columns: ['Date deleted', 'Post Image', 'Post Title', 'Deleted for good', 'Delete', 'Restore'],
  emptyText: 'The trash is empty',
  load: (startIndex) => loadTrash(browserApi, startIndex),
  nameOf: (post) => `${draftTitle(post)} for good`,
  deletion: (post) => ({
    question: 'Are you sure you want to delete this post for good?',
    note: `${inQuotes(draftTitle(post))} is deleted with its comments and pictures, and nobody can bring it back.`,
    run: () => browserApi(deleteTrashedPost, { params: { postId: post._id } }),
    outcome: { text: 'The post is deleted for good.' },
  }),
  Cells: ({ item: post, deleteButton, end }) => (
    <>
      <TableCell slot="meta" prefix="Deleted">
        <LocalTime at={post.deletedAt} className="wrap-normal" />
        <span className="text-small text-ink-soft">
          {' '}
          by <bdi>{post.deletedBy ? nameOfUser(post.deletedBy) : 'a deleted account'}</bdi>
        </span>
      </TableCell>
      <TableCell slot="picture">
        <span className="table-picture">
          <PostCover post={post} sizes="5rem" />
        </span>
      </TableCell>
      <TableCell slot="title">
        <span className="font-semibold wrap-anywhere">{draftTitle(post)}</span>
        <SecondLine>{`with ${plural(post.comments, 'one comment', 'comments')}`}</SecondLine>
      </TableCell>
      <TableCell slot="meta" prefix="Deleted for good on">
        <LocalTime at={post.endsAt} dayOnly className="wrap-normal" />
      </TableCell>
      <TableCell slot="action">{deleteButton()}</TableCell>
      <TableCell slot="action">
        <RestoreButton post={post} end={end} />
      </TableCell>
    </>
  ),
}

/** Deleted posts, stored for thirty days: they can be restored with everything that belonged to them, or deleted for good. */
export const Trash = ({ posts }: { readonly posts: readonly TrashedPost[] }) => (
  <div className="stack gap-6">
    <p className="text-ink-soft">
      Deleted posts stay here for thirty days, with their comments. No reader sees them.{' '}
      <a href="/dashboard?tab=posts" className="link">
        Back to your posts
      </a>
    </p>
    <DashboardTable kind={trashKind} firstPage={posts} />
  </div>
)
