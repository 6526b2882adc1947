import type { Revision, revisionEndpoints, WholeRevision } from '#writing/contract/writing.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { isCategory } from '#site/server/index.ts'
import { drawnCoverUrl } from '#media/server/index.ts'
import { toEditor } from '#accounts/server/index.ts'
import { cleanText } from '#writing/server/body/clean-post.ts'
import { getAnyPost, SAME_PUBLICATION, updateAnyPost } from '#writing/server/save-post.ts'
import { toPost, toPostText } from '#posts/server/index.ts'
import { countRevisions, currentVersion, getRevision, listRevisions } from './revisions.store.ts'
import { writePosts } from '#writing/server/published-posts.store.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Earlier versions of a post (decision 18). */
export function revisionRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof revisionEndpoints> {
  return {
    async listRevisions({ params: { postId }, query: { startIndex, limit } }) {
      const post = await getAnyPost(db, postId)
      // The current version comes first; the table holds the earlier ones.
      const current = startIndex === 0 ? [await currentVersion(db, post)] : []
      const range = { startIndex: Math.max(0, startIndex - 1), limit: limit - current.length }
      const earlier = range.limit === 0 ? [] : await listRevisions(db, postId, range)
      return { revisions: [...current, ...earlier].map(toListedRevision), totalRevisions: 1 + (await countRevisions(db, postId)) }
    },

    async getRevision({ params }) {
      const post = await getAnyPost(db, params.postId)
      const number = readNumber(params.revision)
      const row = number === post.revision ? await currentVersion(db, post) : await getRevision(db, post.id, number)
      return toRevision(row)
    },

    async restoreRevision({ params, body, viewer, write }) {
      const number = readNumber(params.revision)
      const row = await getRevision(db, params.postId, number)
      // Sanitised again, as the rules may be stricter by now; outside the transaction, which blocks other writers.
      const changes = await cleanText(toPostText(row, row.image_url ?? ''), publicUrl)
      const change = { ...SAME_PUBLICATION, changes, now: now(), editorId: viewer.id, baseRevision: body.baseRevision }
      const restored = await writePosts(write, [params.postId], async (trx) => {
        // The category may have been deleted meanwhile.
        const isKnown = await isCategory(trx, row.category)
        const restoredChanges = isKnown ? changes : { ...changes, category: 'uncategorized' }
        return updateAnyPost(trx, params.postId, { ...change, changes: restoredChanges })
      })
      return toPost(restored)
    },
  }
}

/** @throws not_found for an invalid version number */
function readNumber(revision: string): number {
  if (!/^[1-9]\d{0,8}$/.test(revision)) throw new AppError('not_found', 'This version is no longer kept.')
  return Number(revision)
}

type Row = Awaited<ReturnType<typeof getRevision>>

const toRevision = (row: Row): WholeRevision => ({
  revision: row.revision,
  ...toPostText(row, row.image_url ?? drawnCoverUrl({ id: row.post_id, category: row.category })),
  publishedAt: new Date(row.published_at).toISOString(),
  editor: toEditor(row.editor_id, row),
})

const toListedRevision = (row: Omit<Row, 'content'>): Revision => {
  const { content: _, ...revision } = toRevision({ ...row, content: '' })
  return revision
}
