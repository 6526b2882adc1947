import { type Kysely, sql } from 'kysely'

/** Replies to comments, one level deep (decision 45). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['comments', 'trashed_comments', 'deleted_comments']) {
    // No foreign keys: replies stay in their conversation when its comments are deleted.
    await db.schema.alterTable(table).addColumn('parent_id', 'text').execute()
    await db.schema.alterTable(table).addColumn('replied_to_id', 'text').execute()
    await db.schema
      .alterTable(table)
      .addColumn('parent_at', 'bigint', (column) => column.check(sql`(parent_id is null) = (parent_at is null)`))
      .execute()
  }
  // In the order of listThreadsOfPost: newest conversation first, each comment before its replies.
  await sql`
    create index comments_by_thread on comments (
      post_id,
      (coalesce(parent_at, created_at)) desc,
      (coalesce(parent_id, id)) desc,
      (case when parent_id is null then 0 else 1 end),
      created_at,
      id
    )`.execute(db)
}
