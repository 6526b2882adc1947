import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { DRAFTS_PER_USER_MAX, ENDED_DRAFT_TTL_MS } from '#platform/contract/limits.ts'
import { type Database, type DatabaseTransaction, lockInTransaction } from '#platform/database/database.ts'
import type { PostDraftsTable } from '#migrations/schema.ts'
import { type NewPostText, NO_TEXT, TEXT_COLUMNS } from '#posts/server/index.ts'

export type DraftRow = Selectable<PostDraftsTable>
/** Owner and post of a draft. */
export interface DraftScope {
  readonly userId: string
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
}
export type DraftMark = Pick<DraftRow, 'writer' | 'sequence'>
export type NewDraft = DraftMark & NewPostText & Pick<DraftRow, 'base_revision' | 'audience'>

const COLUMNS = [
  ...TEXT_COLUMNS,
  'user_id',
  'post_id',
  'writer',
  'sequence',
  'base_revision',
  'audience',
  'saved_at',
  'ended_at',
  'published_as',
] as const

/** Lists all drafts, newest first; ended ones have no text. `saveDraft` limits their number. */
export async function listDrafts(db: Database, { userId, postId }: DraftScope): Promise<DraftRow[]> {
  return db
    .selectFrom('post_drafts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .orderBy('saved_at', 'desc')
    .orderBy('writer')
    .execute()
}

async function findDraft(db: Database, { userId, postId }: DraftScope, writer: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('post_drafts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where('writer', '=', writer)
    .executeTakeFirst()
}

/**
 * Call within a transaction. Calls may arrive late, twice or out of order: for each writer the highest sequence wins,
 * and only a higher one reopens an ended draft.
 * @throws conflict if the user has too many drafts
 */
export async function saveDraft(
  trx: DatabaseTransaction,
  scope: DraftScope,
  save: { draft: NewDraft; replaces: readonly DraftMark[]; now: number },
): Promise<void> {
  const { draft, replaces, now } = save
  await lockInTransaction(trx, `drafts/${scope.userId}`)
  const before = await findDraft(trx, scope, draft.writer)
  if (!before || draft.sequence > before.sequence) {
    if (!before) await refuseTooMany(trx, scope.userId)
    // A draft that continues a published one belongs to that post, even if the writer never got the response.
    const publishedAs = before?.published_as ?? (await findPublished(trx, scope.userId, replaces)) ?? null
    await put(trx, scope, { ...NO_TEXT, ...draft, saved_at: now, ended_at: null, published_as: publishedAs })
  }
  await endDrafts(trx, scope, { marks: replaces.filter(({ writer }) => writer !== draft.writer), now })
}

/** Call within a transaction. */
export async function endDrafts(
  trx: DatabaseTransaction,
  scope: DraftScope,
  { marks, now }: { marks: readonly DraftMark[]; now: number },
): Promise<void> {
  for (const mark of marks) await endDraft(trx, scope, { mark, now })
}

/** Call within a transaction. Does not end a draft with a higher sequence than the mark. */
export async function endDraft(
  trx: DatabaseTransaction,
  scope: DraftScope,
  ending: { mark: DraftMark; now: number; publishedAs?: string },
): Promise<void> {
  const { mark, now, publishedAs = null } = ending
  await lockInTransaction(trx, `drafts/${scope.userId}`)
  const before = await findDraft(trx, scope, mark.writer)
  if (before && before.sequence > mark.sequence) {
    if (publishedAs !== null) await put(trx, scope, { ...before, published_as: publishedAs })
    return
  }
  const row = { writer: mark.writer, sequence: mark.sequence, base_revision: null, ...NO_TEXT, audience: null }
  const end = { ended_at: now, published_as: publishedAs ?? before?.published_as ?? null }
  await put(trx, scope, { ...row, saved_at: before?.saved_at ?? now, ...end })
}

/** Returns the id of the post that was published from one of these drafts. */
export async function findPublished(db: Database, userId: string, marks: readonly DraftMark[]): Promise<string | undefined> {
  for (const { writer } of marks) {
    const draft = await findDraft(db, { userId, postId: 'new' }, writer)
    if (draft?.published_as) return draft.published_as
  }
  return undefined
}

async function put(trx: Database, { userId, postId }: DraftScope, values: Omit<DraftRow, 'user_id' | 'post_id'>): Promise<void> {
  await trx
    .insertInto('post_drafts')
    .values({ user_id: userId, post_id: postId, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id', 'writer']).doUpdateSet(values))
    .execute()
}

async function refuseTooMany(trx: Database, userId: string): Promise<void> {
  const { count } = await trx
    .selectFrom('post_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (count < DRAFTS_PER_USER_MAX) return
  throw new AppError('conflict', `You have ${DRAFTS_PER_USER_MAX} unpublished texts already. Please publish or discard some of them.`)
}

/** Deletes the rows of drafts that ended long ago. */
export async function deleteEndedDrafts(db: Database, now: number): Promise<void> {
  await db
    .deleteFrom('post_drafts')
    .where('ended_at', '<=', now - ENDED_DRAFT_TTL_MS)
    .execute()
}
