import { sql } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { DRAFTS_PER_USER_MAX } from '#writing/contract/writing-limits.ts'
import type { Database } from '#platform/database/database.ts'
import { isNotInTrash } from '#site/server/index.ts'

const BEGINNING_LENGTH = 2000
/** HTML that may be cut within a tag. */
const BEGINNING = sql<string>`substr(content, 1, ${sql.lit(BEGINNING_LENGTH)})`.as('beginning')
const COLUMNS = ['title', 'category', 'image_url', 'sequence'] as const

export type DraftSummaryRow = Awaited<ReturnType<typeof listDraftsOfUser>>[number]

/** Lists a user's unpublished texts with their beginnings, newest first. */
export async function listDraftsOfUser(db: Database, userId: string) {
  const drafts = await db
    .selectFrom('posts')
    .select([...COLUMNS, 'id', 'updated_at as saved_at', BEGINNING])
    .where('author_id', '=', userId)
    .where('state', '=', 'draft')
    .orderBy('updated_at', 'desc')
    .limit(DRAFTS_PER_USER_MAX)
    .execute()
  const edits = await db
    .selectFrom('post_edits')
    .select([...COLUMNS, 'post_id as id', 'saved_at', BEGINNING])
    .where('user_id', '=', userId)
    .where('is_empty', '=', 0)
    .where(isNotInTrash('post_edits'))
    .orderBy('saved_at', 'desc')
    .limit(DRAFTS_PER_USER_MAX)
    .execute()
  const rows = [...drafts.map((row) => ({ ...row, isNew: true })), ...edits.map((row) => ({ ...row, isNew: false }))]
  return rows.toSorted((a, b) => b.saved_at - a.saved_at || (a.id < b.id ? 1 : -1))
}

/** @throws conflict if the user has as many unpublished texts as one may have */
export async function refuseTooMany(trx: Database, userId: string): Promise<void> {
  const count = sql<number>`
    (select count(*) from posts where author_id = ${userId} and state = 'draft')
    + (select count(*) from post_edits where user_id = ${userId} and is_empty = 0)`
  const { texts } = await trx.selectNoFrom(count.as('texts')).executeTakeFirstOrThrow()
  if (texts < DRAFTS_PER_USER_MAX) return
  throw new AppError('conflict', `You have ${DRAFTS_PER_USER_MAX} unpublished texts already. Please publish or discard some of them.`)
}
