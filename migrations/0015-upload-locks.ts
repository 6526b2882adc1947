import type { Kysely } from 'kysely'

/** Locks of the database's own take the place of leases, and of the claims on uploads that were being processed. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('leases').execute()
  await db.updateTable('uploads').set({ state: 'received' }).where('state', '=', 'processing').execute()
  await db.schema.alterTable('uploads').dropColumn('claimed_until').execute()
}
