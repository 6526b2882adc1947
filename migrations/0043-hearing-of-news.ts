import { type Kysely, sql } from 'kysely'

/** Endings that can be taken back, posts that are not mailed, and mails to admins about what waits (decision 90). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('followers').addColumn('ended', 'text').execute()
  await db.schema.alterTable('followers').addColumn('ended_at', 'bigint').execute()
  await sql`create index followers_that_ended on followers (ended_at) where ended_at is not null`.execute(db)
  await db.schema
    .alterTable('users')
    .addColumn('waiting_mails', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(1)
        .check(sql`waiting_mails in (0, 1)`),
    )
    .execute()
  // Without a foreign key: the post may be planned, published or in the trash.
  await db.schema
    .createTable('unmailed_posts')
    .addColumn('post_id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
