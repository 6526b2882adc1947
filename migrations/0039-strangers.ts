import { type Kysely, sql } from 'kysely'

/** How many mails went out in which hour, since when the mail server fails, bundles of replies, and muted people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_hours')
    .addColumn('hour', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('mails', 'integer', (column) => column.notNull().check(sql`mails >= 0`))
    .addColumn('asks', 'integer', (column) => column.notNull().check(sql`asks >= 0`))
    .execute()
  await db.schema.alterTable('mail_pace').addColumn('failing_since', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('bundle_id', 'text').execute()
  await db.schema
    .createTable('mutes')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('muted_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('mutes_key', ['user_id', 'muted_id'])
    .execute()
  await db.schema.createIndex('mutes_by_muted').on('mutes').column('muted_id').execute()
}
