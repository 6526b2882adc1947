import { sql, type SqlBool } from 'kysely'
import { isFixedPage } from '#site/contract/blog-pages.ts'
import type { draftEndpoints, ServerDraft } from '#writing/contract/writing.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { storeFixedPage } from '#site/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { cleanDraftText } from '#writing/server/body/clean-post.ts'
import { type Draft, findDraft, postGone, saveDraft } from './drafts.store.ts'
import { NO_TEXT, toPostText } from '#posts/server/index.ts'
import { toIso } from '#platform/contract/format-date.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly publicUrl: string
}

const NOTHING_SAVED = { revision: 0, sequence: 0, text: null } as const

/** Unpublished texts. Users see only their own, and no public page shows any (decision 18). */
export function draftRoutes({ db, now, publicUrl }: Dependencies): Handlers<typeof draftEndpoints> {
  return {
    async getDraft({ params, viewer }) {
      const postId = params.postId === 'new' ? await findNewestId(db, viewer.id) : params.postId
      if (postId === null) return { _id: null, ...toDraft({ state: 'draft', ...NOTHING_SAVED }) }
      const draft = await findDraft(db, { userId: viewer.id, postId })
      if (!draft && !isFixedPage(postId)) throw postGone()
      return { _id: postId, ...toDraft(draft ?? { state: 'published', ...NOTHING_SAVED }) }
    },

    async saveDraft({ params: { postId }, body, viewer, write }) {
      if (body.userId !== undefined && body.userId !== viewer.id) throw new AppError('forbidden', 'This text belongs to another account.')
      const clean = async (input: Parameters<typeof cleanDraftText>[0]) => ({ ...NO_TEXT, ...(await cleanDraftText(input, publicUrl)) })
      const { sequence, baseRevision: base_revision, audience = null, state } = body
      const text = { ...(await clean(body)), base_revision, audience }
      const keep = body.keep && (await clean(body.keep))
      const at = now()
      return write(async (trx) => {
        await storeFixedPage(trx, postId)
        const save = { sequence, text, isEnded: state === 'ended', keep, now: at }
        const saved = await saveDraft(trx, { userId: viewer.id, postId }, save)
        return { sequence: saved.sequence, savedAt: toIso(saved.text?.saved_at ?? at), revision: saved.revision }
      })
    },
  }
}

function toDraft({ state, revision, sequence, text }: Omit<Draft, 'isNew'>) {
  if (state === 'trashed') throw new AppError('gone')
  return { state, revision, sequence, draft: text && { ...toServerDraft(text), sequence } }
}

const toServerDraft = (text: NonNullable<Draft['text']>): Omit<ServerDraft, 'sequence'> => ({
  savedAt: toIso(text.saved_at),
  baseRevision: text.base_revision,
  ...toPostText(text, text.image_url ?? ''),
  audience: text.audience,
})

/** Returns the id of the user's newest draft that was not imported; null if there is none. */
async function findNewestId(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', userId)
    .where(sql<SqlBool>`state = 'draft'`)
    .where('id', 'not like', `${IMPORTED_DRAFT}%`)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}
