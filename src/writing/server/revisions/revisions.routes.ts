import type { Revision, revisionEndpoints, WholeRevision } from '#writing/contract/writing.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { postTitleField } from '#site/contract/title-field.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { isCategory } from '#site/server/index.ts'
import { toEditor } from '#accounts/server/index.ts'
import { cleanText } from '#writing/server/body/clean-post.ts'
import { getAnyPost, SAME_PUBLICATION, updateAnyPost } from '#writing/server/save-post.ts'
import { type ShownPost, toPost, toPostText } from '#posts/server/index.ts'
import { countRevisions, currentVersion, getRevision, listRevisions } from './revisions.store.ts'
import { type DraftScope, findDraft } from '#writing/server/drafts/drafts.store.ts'
import { writePosts } from '#writing/server/write-posts.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Earlier versions of a post (decision 18). */
export function revisionRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof revisionEndpoints> {
  return {
    async listRevisions({ params: { postId }, query: { startIndex, limit }, viewer }) {
      const reader = { postId, userId: viewer.id }
      const post = await findPublished(db, reader)
      // The current version comes first; the table holds the earlier ones.
      const current = post && startIndex === 0 ? [await currentVersion(db, post)] : []
      const range = { startIndex: Math.max(0, startIndex - (post ? 1 : 0)), limit: limit - current.length }
      const earlier = range.limit === 0 ? [] : await listRevisions(db, reader, range)
      const total = (post ? 1 : 0) + (await countRevisions(db, reader))
      return { revisions: [...current, ...earlier].map(toListedRevision), totalRevisions: total }
    },

    async getRevision({ params: { postId, version }, viewer }) {
      const reader = { postId, userId: viewer.id }
      const post = await findPublished(db, reader)
      return toRevision(post?.id === version ? await currentVersion(db, post) : await getRevision(db, reader, version))
    },

    async restoreRevision({ params: { postId, version }, body, viewer, write }) {
      const row = await getRevision(db, { postId, userId: viewer.id }, version)
      // Sanitised again, as the rules may be stricter by now; outside the transaction, which blocks other writers.
      const changes = await cleanText({ ...toPostText(row, row.image_url ?? ''), title: titleOf(row) }, publicUrl)
      const change = { ...SAME_PUBLICATION, changes, now: now(), editorId: viewer.id, baseRevision: body.baseRevision }
      const restored = await writePosts(write, [postId], async (trx) => {
        // The category may have been deleted meanwhile.
        const isKnown = await isCategory(trx, row.category)
        const restoredChanges = isKnown ? changes : { ...changes, category: 'uncategorized' }
        return updateAnyPost(trx, postId, { ...change, changes: restoredChanges })
      })
      return toPost(restored)
    },
  }
}

/** Returns the published or planned text; undefined for a draft of the user. @throws not_found */
async function findPublished(db: Database, scope: DraftScope): Promise<ShownPost | undefined> {
  const draft = await findDraft(db, scope)
  return draft?.state === 'draft' ? undefined : getAnyPost(db, scope.postId)
}

type Row = Awaited<ReturnType<typeof getRevision>>

/** @throws bad_request for a version that was never published and has no title */
function titleOf({ revision, title }: Pick<Row, 'revision' | 'title'>): string {
  const read = revision === null ? postTitleField.safeParse(title) : { data: title }
  if (read.data === undefined) throw new AppError('bad_request', 'This version has no title, so it cannot be published.')
  return read.data
}

const toRevision = (row: Row): WholeRevision => ({
  id: row.id,
  revision: row.revision,
  ...toPostText(row, row.image_url ?? ''),
  publishedAt: new Date(row.made_at).toISOString(),
  editor: toEditor(row.editor_id, row),
})

const toListedRevision = (row: Omit<Row, 'content'>): Revision => {
  const { content: _, ...revision } = toRevision({ ...row, content: '' })
  return revision
}
