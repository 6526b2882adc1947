import type { Kysely } from 'kysely'

/** When a user was last taken out of the family: earlier invitations do not let them in again (decision 40). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('family_ended_at', 'bigint').execute()
}
