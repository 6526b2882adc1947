import { useState } from 'react'
import { inQuotes } from '#platform/contract/in-quotes.ts'
import type { PostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { type Revision, type WholeRevision, listRevisions, restoreRevision } from '#writing/contract/writing.endpoints.ts'
import { nameOfUser } from '#accounts/contract/name-of-user.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { ListMore, useGrowingList } from '#ui/lists/growing-list.tsx'
import { LocalTime } from '#site/web/index.ts'
import { CompareTexts, publishedPath, toPostText } from '#writing/web/index.ts'
import { Button, LinkButton } from '#ui/components/button.tsx'
import { Dialog } from '#ui/components/dialog.tsx'
import { PageHeading } from '#ui/components/page-heading.tsx'
import { ListRow } from '#ui/components/list-row.tsx'
import { Badge } from '#ui/components/badge.tsx'
import { Card } from '#ui/components/card.tsx'

export interface PostVersionsProps {
  readonly post: PostToEdit
  readonly revisions: readonly Revision[]
  /** Version to compare with the published one. */
  readonly shown: WholeRevision | null
}

const ByWhom = ({ revision: { publishedAt, editor } }: { readonly revision: Revision }) => (
  <p className="text-small text-ink-soft">
    <LocalTime at={publishedAt} />, by <bdi>{editor ? nameOfUser(editor) : 'a deleted account'}</bdi>
  </p>
)

const loadRevisions = async (postId: string, startIndex: number) =>
  (await browserApi(listRevisions, { params: { postId }, query: { startIndex } })).revisions

/** Growing lists need an `_id`. */
const withId = (revisions: readonly Revision[]) => revisions.map((revision) => ({ ...revision, _id: revision.id }))

const nameOfVersion = ({ revision }: Revision) => (revision === null ? 'the unpublished text' : `version ${revision}`)

const VersionLine = ({
  revision,
  post,
  isShown,
}: {
  readonly revision: Revision
  readonly post: PostToEdit
  readonly isShown: boolean
}) => (
  <ListRow>
    <div className="min-w-0">
      <p className="font-medium wrap-anywhere">
        <span>{revision.revision === null ? revision.title : `${revision.revision}. ${revision.title}`}</span>
        {revision.revision === post.revision ? <Badge className="ml-2 whitespace-nowrap">Published</Badge> : null}
        {revision.revision === null ? <Badge className="ml-2 whitespace-nowrap">Never published: only you see it</Badge> : null}
      </p>
      <ByWhom revision={revision} />
    </div>
    {revision.revision === post.revision ? null : (
      <a
        href={`/update-post/${post._id}/versions?version=${revision.id}`}
        aria-current={isShown ? 'true' : undefined}
        className="link link-target"
      >
        Look at {nameOfVersion(revision)}
      </a>
    )}
  </ListRow>
)

/** Asks, restores a version, and opens the post. */
const RestoreButton = ({ post, shown }: { readonly post: PostToEdit; readonly shown: WholeRevision }) => {
  const [isOpen, setIsOpen] = useState(false)
  const restore = async () => {
    const params = { postId: post._id, version: shown.id }
    const body = { baseRevision: post.revision }
    location.assign(publishedPath(await browserApi(restoreRevision, { params, body })))
  }
  return (
    <>
      <Button variant="primary" onClick={() => setIsOpen(true)}>
        Restore this version
      </Button>
      {isOpen ? (
        <Dialog
          title={`Restore ${nameOfVersion(shown)}?`}
          confirmLabel="Restore"
          cancelLabel="No, cancel"
          tone="primary"
          onConfirm={restore}
          onCancel={() => setIsOpen(false)}
        >
          <p>It is published as a new version. The one that is published now stays among the earlier ones.</p>
        </Dialog>
      ) : null}
    </>
  )
}

const ShownVersion = ({ post, shown }: { readonly post: PostToEdit; readonly shown: WholeRevision }) => {
  const names = { other: shown.revision === null ? 'Unpublished text' : `Version ${shown.revision}`, mine: 'Published now' }
  return (
    <Card as="section" aria-labelledby="shown-version" className="stack">
      <h2 id="shown-version" className="text-h3">
        {names.other} beside what is published
      </h2>
      <ByWhom revision={shown} />
      <CompareTexts other={toPostText(shown)} mine={toPostText({ ...post, image: post.chosenCover })} names={names} />
      <div className="row gap-3">
        {shown.revision === post.revision ? null : <RestoreButton key={shown.id} post={post} shown={shown} />}
        <LinkButton href={`/update-post/${post._id}/versions`}>Close</LinkButton>
      </div>
    </Card>
  )
}

/** Earlier versions of a post, which can be restored. */
export const PostVersions = ({ post, revisions, shown }: PostVersionsProps) => {
  const [firstPage] = useState(() => withId(revisions))
  const { items, hasMore, status, showMore } = useGrowingList(firstPage, async (startIndex) =>
    withId(await loadRevisions(post._id, startIndex)),
  )
  return (
    <div className="stack wrap max-w-4xl gap-6 py-10">
      <div>
        <PageHeading>Earlier versions</PageHeading>
        <p className="mt-2 text-ink-soft">
          <span>{`${post.title === '' ? '' : `Of ${inQuotes(post.title)}. `}The newest hundred are kept.`}</span>{' '}
          <a href={`/update-post/${post._id}`} className="link">
            Back to writing
          </a>
        </p>
      </div>
      {shown ? <ShownVersion post={post} shown={shown} /> : null}
      <ol aria-label="Versions, the newest first" className="card px-5 py-2">
        {items.map((revision) => (
          <VersionLine key={revision._id} revision={revision} post={post} isShown={revision.id === shown?.id} />
        ))}
      </ol>
      <ListMore list={{ hasMore, status }} onShowMore={showMore} />
    </div>
  )
}
