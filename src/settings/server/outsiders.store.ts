import { OUTSIDERS_COUNTED_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'

/** Counts the accounts that belong neither to the family nor to an admin, up to a maximum. */
export async function countOutsiders(db: Database): Promise<number> {
  const accounts = await db
    .selectFrom('users')
    .select('id')
    .where('is_family', '=', 0)
    .where('is_admin', '=', 0)
    .orderBy('created_at')
    .limit(OUTSIDERS_COUNTED_MAX)
    .execute()
  return accounts.length
}
