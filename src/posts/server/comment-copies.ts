import { type Expression, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** Columns of a comment that its copies in the trash of posts and among the deleted comments have. Triggers fill the others. */
export const COPIED_COMMENT_COLUMNS = [
  'id',
  'post_id',
  'user_id',
  'guest_name',
  'content',
  'parent_id',
  'parent_at',
  'replied_to_id',
  'pending',
  'editor_id',
  'first_content',
  'created_at',
  'updated_at',
] as const

const LIKES_AND_REPORTS = {
  likes: ['comment_id', 'user_id', 'created_at'],
  comment_reports: ['comment_id', 'user_id', 'reason', 'created_at'],
  visitor_reports: ['comment_id', 'reason', 'created_at'],
} as const

/** The prefix of its tables; '' for comments that are shown. */
type Place = '' | 'deleted_' | 'trashed_'

interface CommentCopies {
  readonly from: Place
  readonly to: Place
  /** Ids of the comments. */
  readonly comments: Expression<unknown>
}

/** Copies what readers and visitors gave comments; the comments themselves must be in both places. */
export async function copyLikesAndReports(trx: Database, { from, to, comments }: CommentCopies): Promise<void> {
  for (const [name, names] of Object.entries(LIKES_AND_REPORTS)) {
    const columns = sql.join(names.map((column) => sql.ref(column)))
    await sql`
      insert into ${sql.table(to + name)} (${columns})
      select ${columns} from ${sql.table(from + name)} where comment_id in (${comments})`.execute(trx)
  }
}
