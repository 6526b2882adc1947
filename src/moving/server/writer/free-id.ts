import type { Database } from '#platform/database/database.ts'

const OWN_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** @returns the wanted id, of another Kindred blog, if it is valid and free; otherwise a new one */
export async function freeId(
  { db, table, newId }: { db: Database; table: 'posts' | 'comments'; newId: () => string },
  wanted: string | null,
): Promise<string> {
  if (wanted === null || !OWN_ID.test(wanted)) return newId()
  const taken = await db.selectFrom(table).select('id').where('id', '=', wanted).executeTakeFirst()
  return taken ? newId() : wanted
}
