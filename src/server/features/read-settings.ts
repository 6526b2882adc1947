import { DEFAULT_SETTINGS, type Settings, settings } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'

/** What the admins have set; defaults where they have set nothing that can be read. */
export async function readSettings(db: Database): Promise<Settings> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute()
  const stored = Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value) as unknown]))
  const known = settings.partial().strip().safeParse(stored)
  return { ...DEFAULT_SETTINGS, ...(known.success ? known.data : {}) }
}
