import type { Database } from '#platform/database/database.ts'

/** Counts the accounts that belong neither to the family nor to an admin. */
export async function countOutsiders(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('is_family', '=', 0)
    .where('is_admin', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(count)
}
