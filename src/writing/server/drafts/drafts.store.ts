import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import type { DraftMark } from '#platform/contract/fields.ts'
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
export type NewDraft = NewPostText & Pick<DraftRow, 'base_revision' | 'audience'>

const COLUMNS = [
  ...TEXT_COLUMNS,
  'user_id',
  'post_id',
  'id',
  'writer',
  'sequence',
  'base_revision',
  'audience',
  'saved_at',
  'ended_at',
  'published_as',
  'published_revision',
  'published_sequence',
] as const

/** Lists all drafts, newest first; ended ones have no text. `saveDraft` limits their number. */
export async function listDrafts(db: Database, { userId, postId }: DraftScope): Promise<DraftRow[]> {
  return db
    .selectFrom('post_drafts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
}

/** As `listDrafts`, without the texts, which may be long: each save reads them. */
export async function listDraftMarks(db: Database, { userId, postId }: DraftScope) {
  return db
    .selectFrom('post_drafts')
    .select(['id', 'sequence', 'saved_at', 'ended_at'])
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .orderBy('saved_at', 'desc')
    .orderBy('id')
    .execute()
}

async function findDraft(db: Database, { userId, postId }: DraftScope, id: string): Promise<DraftRow | undefined> {
  return db
    .selectFrom('post_drafts')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where('post_id', '=', postId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Locks the user's drafts until the transaction ends. */
async function lockDraft(trx: DatabaseTransaction, scope: DraftScope, id: string): Promise<DraftRow | undefined> {
  await lockInTransaction(trx, `drafts/${scope.userId}`)
  return findDraft(trx, scope, id)
}

/**
 * Whether a save is newer than the stored draft. Saves of one form may arrive late or twice, and its highest sequence
 * wins; another form must have read exactly the stored version, or have begun with this text of its form or a later one.
 * @throws draft_conflict
 */
const isNext = (stored: DraftRow | undefined, { writer, sequence, follows, begun }: DraftMark): boolean => {
  const before = stored?.sequence ?? 0
  if (stored?.writer === writer) return sequence > before
  const isContained = begun?.some((text) => text.writer === stored?.writer && before <= text.sequence) === true
  if ((follows !== before && !isContained) || sequence <= before) throw new AppError('draft_conflict')
  return true
}

interface DraftSave {
  readonly mark: DraftMark
  /** Null discards the draft. */
  readonly draft: NewDraft | null
  readonly now: number
}

/**
 * Call within a transaction.
 * @throws draft_conflict if another form has saved the draft since; conflict if the user has too many drafts
 */
export async function saveDraft(trx: DatabaseTransaction, scope: DraftScope, { mark, draft, now }: DraftSave): Promise<void> {
  const before = await lockDraft(trx, scope, mark.id)
  if (!isNext(before, mark)) return
  if (draft === null) return put(trx, scope, { ...toMark(mark), ...ENDED, ...publicationOf(before), ...endsAt(before, now) })
  if (!before || before.ended_at !== null) await refuseTooMany(trx, scope.userId)
  await put(trx, scope, { ...toMark(mark), ...NO_TEXT, ...draft, ...publicationOf(before), saved_at: now, ended_at: null })
}

const toMark = ({ id, writer, sequence }: DraftMark) => ({ id, writer, sequence })
const endsAt = (before: DraftRow | undefined, now: number) => ({ saved_at: before?.saved_at ?? now, ended_at: now })
const publicationOf = (before: DraftRow | undefined) => ({
  published_as: before?.published_as ?? null,
  published_revision: before?.published_revision ?? null,
  published_sequence: before?.published_sequence ?? null,
})

const ENDED = { ...NO_TEXT, base_revision: null, audience: null }

/** What was published from a draft before, perhaps without its writer knowing. */
export type EarlierPublication = Pick<DraftRow, 'published_as' | 'published_revision'>

/**
 * Call within a transaction. Publishes a draft and ends it, unless it has later changes.
 * @throws draft_conflict if another form has saved the draft since, or a later text of it is published already
 */
export async function publishDraft<Row extends { readonly id: string; readonly revision: number }>(
  trx: DatabaseTransaction,
  scope: DraftScope,
  { mark, now, publish }: { mark: DraftMark; now: number; publish: (earlier: EarlierPublication | undefined) => Promise<Row> },
): Promise<Row> {
  const before = await lockDraft(trx, scope, mark.id)
  isNext(before, mark)
  // The call of a form that has stopped waiting for it, and has published more since.
  if ((before?.published_sequence ?? 0) > mark.sequence) throw new AppError('draft_conflict')
  const row = await publish(before)
  const published = { published_as: row.id, published_revision: row.revision, published_sequence: mark.sequence }
  const isContinued = before !== undefined && before.sequence > mark.sequence
  await put(trx, scope, { ...(isContinued ? before : { ...toMark(mark), ...ENDED, ...endsAt(before, now) }), ...published })
  return row
}

async function put(trx: Database, { userId, postId }: DraftScope, values: Omit<DraftRow, 'user_id' | 'post_id'>): Promise<void> {
  const row = { ...values, user_id: userId, post_id: postId }
  await trx
    .insertInto('post_drafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'post_id', 'id']).doUpdateSet(row))
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
