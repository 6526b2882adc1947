import type { Database } from '#platform/database/database.ts'
import type { CommentReportsTable, VisitorReportsTable } from '#migrations/schema.ts'

/** Maximum number of reports shown for one comment. */
const REPORTS_PER_COMMENT_MAX = 10
/** Maximum number of reports read for one page of comments. */
const REPORTS_PER_PAGE_MAX = 2000

/** Stores a report. A second report by the same reader replaces the first. */
export async function addReport(db: Database, report: CommentReportsTable): Promise<void> {
  const { reason, created_at } = report
  await db
    .insertInto('comment_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason, created_at }))
    .execute()
}

/** A further report of the same words replaces the first. */
export async function addVisitorReport(db: Database, report: VisitorReportsTable): Promise<void> {
  await db
    .insertInto('visitor_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['comment_id', 'reason']).doUpdateSet({ created_at: report.created_at }))
    .execute()
}

/** @returns the reasons by comment id, newest first, those of visitors after those of users */
export async function listReports(db: Database, commentIds: readonly string[]): Promise<Map<string, string[]>> {
  if (commentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('comment_reports')
    .select(['comment_id', 'reason'])
    .where('comment_id', 'in', commentIds)
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(REPORTS_PER_PAGE_MAX)
    .execute()
  const ofVisitors = await db
    .selectFrom('visitor_reports')
    .select(['comment_id', 'reason'])
    .where('comment_id', 'in', commentIds)
    .orderBy('created_at', 'desc')
    .orderBy('reason')
    .limit(REPORTS_PER_PAGE_MAX)
    .execute()
  const byComment = Map.groupBy([...rows, ...ofVisitors], (row) => row.comment_id)
  return new Map([...byComment].map(([id, reports]) => [id, reports.slice(0, REPORTS_PER_COMMENT_MAX).map((row) => row.reason)]))
}

export async function deleteReports(db: Database, commentId: string): Promise<void> {
  await db.deleteFrom('comment_reports').where('comment_id', '=', commentId).execute()
  await db.deleteFrom('visitor_reports').where('comment_id', '=', commentId).execute()
}
