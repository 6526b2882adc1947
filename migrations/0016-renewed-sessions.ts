import { type Kysely, sql } from 'kysely'

/** Sessions whose token is renewed, and rate limits without separate delays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['renewed_at', 'confirmed_at']) {
    await db.schema
      .alterTable('sessions')
      .addColumn(name, 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await sql`update sessions set confirmed_at = created_at`.execute(db)
  await db.schema.alterTable('sessions').addColumn('previous_hash', 'text').execute()
  await db.schema.alterTable('sessions').addColumn('previous_ends_at', 'bigint').execute()
  await db.schema.alterTable('sessions').addColumn('renewal_salt', 'text').execute()
  await db.schema.createIndex('sessions_by_previous').unique().on('sessions').column('previous_hash').execute()
  await db.schema.alterTable('rate_limits').dropColumn('open_at').execute()
}
