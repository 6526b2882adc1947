import type { Kysely } from 'kysely'

/** Start time of a running job, and the reason why the last attempt to send a mail failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('started_at', 'bigint').execute()
  await db.schema.alterTable('outbox').addColumn('problem', 'text').execute()
}
