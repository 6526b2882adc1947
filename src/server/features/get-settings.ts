import { DEFAULT_SETTINGS, type Settings, settings } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'

const SOME_SETTINGS = settings.partial().strip()

const findSettings = prepareQuery<object, { name: string; value: string }>((db) => db.selectFrom('settings').select(['name', 'value']))

/** The settings of the blog: what the admins have set, defaults elsewhere. */
export async function getSettings(db: Database): Promise<Settings> {
  const rows = await findSettings(db, {})
  const stored = Object.fromEntries(rows.map((row) => [row.name, JSON.parse(row.value) as unknown]))
  const known = SOME_SETTINGS.safeParse(stored)
  return { ...DEFAULT_SETTINGS, ...(known.success ? known.data : {}) }
}
