import type { Database } from '#platform/database/database.ts'

export async function hasAdmin(db: Database): Promise<boolean> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb('is_admin', '=', eb.lit(1)))
    .limit(1)
    .execute()
  return admins.length > 0
}
