import type { Kysely } from 'kysely'

/** Database locks replace leases, and the claims on uploads that are processed. */
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('leases').execute()
  await db.updateTable('uploads').set({ state: 'received' }).where('state', '=', 'processing').execute()
  await db.schema.alterTable('uploads').dropColumn('claimed_until').execute()
}
