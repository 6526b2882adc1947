import type { Database } from '#server/platform/database/database.ts'
import type { CommentReportsTable } from '#migrations/schema.ts'

/** What an admin reads of one comment's reports. */
const SHOWN_REPORTS = 10
/** Reports of one page of comments that are read at most. */
const READ_REPORTS = 2000

/** A second report by the same reader takes the place of the first. */
export async function addReport(db: Database, report: CommentReportsTable): Promise<void> {
  const { reason, created_at } = report
  await db
    .insertInto('comment_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason, created_at }))
    .execute()
}

/** @returns the reasons by comment, newest first */
export async function listReports(db: Database, commentIds: readonly string[]): Promise<Map<string, string[]>> {
  if (commentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('comment_reports')
    .select(['comment_id', 'reason'])
    .where('comment_id', 'in', commentIds)
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(READ_REPORTS)
    .execute()
  const byComment = Map.groupBy(rows, (row) => row.comment_id)
  return new Map([...byComment].map(([id, reports]) => [id, reports.slice(0, SHOWN_REPORTS).map((row) => row.reason)]))
}

export async function deleteReports(db: Database, commentId: string): Promise<void> {
  await db.deleteFrom('comment_reports').where('comment_id', '=', commentId).execute()
}
