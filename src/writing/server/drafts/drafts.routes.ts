import { isBlogPage } from '#site/contract/blog-pages.ts'
import type { draftEndpoints, ServerDraft } from '#writing/contract/writing.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { getBlogPage } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { cleanDraftText } from '#writing/server/body/clean-post.ts'
import { type DraftRow, listDraftMarks, listDrafts, saveDraft } from './drafts.store.ts'
import { NO_TEXT, toPostText } from '#posts/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

/** Drafts. Users see only their own, and no public page shows any (decision 18). */
export function draftRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof draftEndpoints> {
  return {
    async listDrafts({ params: { postId }, viewer }) {
      const revision = await currentRevision(db, postId)
      const drafts = await listDrafts(db, { userId: viewer.id, postId })
      return {
        revision,
        drafts: drafts.filter((draft) => draft.ended_at === null).map(toDraft),
        ended: drafts.filter((draft) => draft.ended_at !== null).map(toEnded),
      }
    },

    async saveDraft({ params: { postId }, body, viewer, write }) {
      const scope = { userId: viewer.id, postId }
      if (body.userId !== undefined && body.userId !== viewer.id) throw new AppError('forbidden', 'This text belongs to another account.')
      const { id, writer, sequence, follows, begun } = body
      const text = {
        base_revision: body.baseRevision,
        ...NO_TEXT,
        ...(await cleanDraftText(body, publicUrl)),
        audience: body.audience ?? null,
      }
      return write(async (trx) => {
        const revision = await currentRevision(trx, postId)
        const at = now()
        await saveDraft(trx, scope, {
          mark: { id, writer, sequence, follows, begun },
          draft: body.state === 'ended' ? null : text,
          now: at,
        })
        const drafts = await listDraftMarks(trx, scope)
        const others = drafts.filter((row) => row.ended_at === null && row.id !== id)
        const saved = drafts.find((row) => row.id === id)
        return { savedAt: toIso(saved?.saved_at ?? at), revision, others: others.map(toMark) }
      })
    },
  }
}

/** Also finds posts in the trash, whose drafts remain for a restore. @throws not_found */
async function currentRevision(db: Database, postId: string): Promise<number | null> {
  if (postId === 'new') return null
  if (isBlogPage(postId)) return (await getBlogPage(db, postId)).revision
  for (const table of ['posts', 'planned_posts', 'trashed_posts'] as const) {
    const row = await db.selectFrom(table).select('revision').where('id', '=', postId).executeTakeFirst()
    if (row) return row.revision
  }
  throw new AppError('not_found', 'This post is no longer there.')
}

const toMark = ({ id, sequence, saved_at }: Pick<DraftRow, 'id' | 'sequence' | 'saved_at'>) => ({ id, sequence, savedAt: toIso(saved_at) })

const toEnded = ({ id, writer, sequence, published_as }: DraftRow) => ({ id, writer, sequence, publishedAs: published_as })

const toDraft = (row: DraftRow): ServerDraft => ({
  ...toMark(row),
  writer: row.writer,
  baseRevision: row.base_revision,
  ...toPostText(row, row.image_url ?? ''),
  audience: row.audience,
  publishedAs: row.published_as,
})
