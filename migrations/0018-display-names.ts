import { type Kysely, sql } from 'kysely'

/** The name that a user chose to be shown by. Both engines count characters, not bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('display_name', 'text', (column) => column.check(sql`length(display_name) between 1 and 60`))
    .execute()
}
