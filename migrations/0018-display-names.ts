import { type Kysely, sql } from 'kysely'

/** Display names of users. In both databases, the check counts characters, not bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('display_name', 'text', (column) => column.check(sql`length(display_name) between 1 and 60`))
    .execute()
}
