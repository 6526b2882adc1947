import { type Kysely, sql } from 'kysely'

/** Who may read a post or a page, and who belongs to the family. What was there stays public. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['posts', 'planned_posts', 'trashed_posts', 'blog_pages']) {
    await db.schema
      .alterTable(table)
      .addColumn('audience', 'text', (column) => column.notNull().defaultTo('public').check(IS_AUDIENCE))
      .execute()
  }
  await db.schema
    .alterTable('post_drafts')
    .addColumn('audience', 'text', (column) => column.check(IS_AUDIENCE))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('is_family', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_family in (0, 1)`),
    )
    .execute()
}

const IS_AUDIENCE = sql`audience in ('public', 'readers', 'family', 'admins')`
