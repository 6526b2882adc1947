import { type Kysely, sql } from 'kysely'

/** Sign-in attempts of admins whose password was right, with the mailed codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_steps')
    .addColumn('attempt_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text')
    .addColumn('code_hash', 'text')
    .addColumn('mail_id', 'text')
    .addColumn('mailed_at', 'bigint')
    .addColumn('tries', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`tries >= 0`),
    )
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('second_steps_by_user').on('second_steps').column('user_id').execute()
  await db.schema.createIndex('second_steps_by_mail').on('second_steps').column('mail_id').execute()
  await db.schema.createIndex('second_steps_by_end').on('second_steps').column('expires_at').execute()
}
