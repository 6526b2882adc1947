import type { Audience } from '#platform/contract/audiences.ts'
import { AppError } from '#platform/contract/errors.ts'
import { type Database, isForeignKeyViolation } from '#platform/database/database.ts'
import type { PostState } from '#migrations/schema.ts'
import { isNewText, NO_TEXT, type PostTextRow, TEXT_COLUMNS } from '#posts/server/index.ts'
import { NEW_TEXT_ID } from '#writing/contract/writing.endpoints.ts'
import { keepText } from '#writing/server/revisions/revisions.store.ts'
import { refuseTooMany } from './list-drafts.store.ts'

/** Names the unpublished text of a user: a row of `posts` while it is a draft, else the user's row of `post_edits`. */
export interface DraftScope {
  readonly userId: string
  readonly postId: string
}
type DraftText = PostTextRow & { readonly audience: Audience | null; readonly base_revision: number }

export interface Draft {
  /** Whether the text was never published or planned. */
  readonly isNew: boolean
  readonly state: PostState
  readonly revision: number
  /** Number of the last save; 0 for none. */
  readonly sequence: number
  /** Null where nothing is unpublished. */
  readonly text: (DraftText & { readonly saved_at: number }) | null
}

export const postGone = () => new AppError('not_found', 'This post is no longer there.')

/** @returns undefined where no text has this id @throws not_found for a draft of another user */
export async function findDraft(db: Database, { userId, postId }: DraftScope): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('posts')
    .select([...TEXT_COLUMNS, 'state', 'state_before', 'author_id', 'revision', 'sequence', 'audience', 'updated_at as saved_at'])
    .where('id', '=', postId)
    .executeTakeFirst()
  if (!row) return undefined
  const isNew = row.state === 'draft' || row.state_before === 'draft'
  if (isNew && row.author_id !== userId) throw postGone()
  if (isNew) return { ...row, isNew, revision: 0, text: { ...row, base_revision: 0 } }
  const edit = await db
    .selectFrom('post_edits')
    .select([...TEXT_COLUMNS, 'audience', 'base_revision', 'sequence', 'saved_at', 'is_empty'])
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { ...row, isNew, sequence: edit?.sequence ?? 0, text: edit?.is_empty === 0 ? edit : null }
}

export interface DraftSave {
  /** Number of the save that the writer has read. */
  readonly sequence: number
  readonly text: DraftText
  /** Whether the text is discarded. */
  readonly isEnded: boolean
  /** Text that the writer did not choose. */
  readonly keep?: PostTextRow | undefined
  readonly now: number
}

/**
 * Call within a transaction. Saves or discards an unpublished text. A repeated call changes nothing.
 * @throws draft_conflict if it was saved or published since; gone, not_found; conflict if the user has too many
 */
export async function saveDraft(trx: Database, scope: DraftScope, save: DraftSave): Promise<Draft> {
  const read = async () => (await findDraft(trx, scope)) ?? unsavedText(scope, save)
  const { isNew, state, text } = await read()
  if (state === 'trashed' && !save.isEnded) throw new AppError('gone')
  if (text === null && !save.isEnded) await refuseTooMany(trx, scope.userId)
  const isPut = await (isNew ? putDraft : putEdit)(trx, scope, save)
  const stored = await read()
  if (!isPut && !isSaved(stored, save)) throw new AppError(stored.state === 'trashed' ? 'gone' : 'draft_conflict')
  if (save.keep) await keepText(trx, { ...scope, text: save.keep, now: save.now })
  return stored
}

/** @throws not_found for an id that no browser chose, and for a change of a post that is deleted for good */
function unsavedText({ postId }: DraftScope, { text }: DraftSave): Draft {
  if (!NEW_TEXT_ID.test(postId) || text.base_revision > 0) throw postGone()
  return { isNew: true, state: 'draft', revision: 0, sequence: 0, text: null }
}

/** Whether a call whose response was lost has been carried out. */
function isSaved({ isNew, state, text }: Draft, save: DraftSave): boolean {
  if (save.isEnded) return isNew ? state === 'trashed' : text === null
  return state !== 'trashed' && text !== null && !isNewText(text, save.text) && text.audience === save.text.audience
}

/** @returns false if the draft was saved, published or discarded since */
async function putDraft(trx: Database, { userId, postId }: DraftScope, { sequence, text, isEnded, now }: DraftSave): Promise<boolean> {
  const { base_revision: _, ...words } = text
  const row = { id: postId, kind: 'post', state: 'draft', author_id: userId, ...words, created_at: now, updated_at: now } as const
  const end = { state: 'trashed', state_before: 'draft', trashed_at: now, trashed_by: userId } as const
  const next = { ...(isEnded ? end : { ...words, updated_at: now }), sequence: sequence + 1 }
  const put = await trx
    .insertInto('posts')
    .values({ ...row, ...next })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(next)
        .where('posts.state', '=', 'draft')
        .where('posts.author_id', '=', userId)
        .where('posts.sequence', '=', sequence),
    )
    .returning('id')
    .executeTakeFirst()
  return put !== undefined
}

/**
 * Saves or empties the unpublished change of a published or planned text.
 * @returns false if it was saved or published since @throws not_found if the text was deleted for good since
 */
export async function putEdit(
  trx: Database,
  { userId, postId }: DraftScope,
  { sequence, text, isEnded, now }: Omit<DraftSave, 'keep'>,
): Promise<boolean> {
  const words = isEnded ? { ...NO_TEXT, audience: null, base_revision: text.base_revision } : text
  const row = { ...words, sequence: sequence + 1, is_empty: isEnded ? (1 as const) : (0 as const), saved_at: now }
  const put = trx
    .insertInto('post_edits')
    .values({ post_id: postId, user_id: userId, ...row })
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet(row).where('post_edits.sequence', '=', sequence))
    .returning('post_id')
  try {
    return (await put.executeTakeFirst()) !== undefined
  } catch (error) {
    if (isForeignKeyViolation(error)) throw postGone()
    throw error
  }
}
