import { DEFAULT_SETTINGS, type Settings, settings } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { readStoredSettings } from './stored-settings.ts'

const SOME_SETTINGS = settings.partial().strip()

/** The settings of the blog: what the admins have set, defaults elsewhere. */
export async function getSettings(db: Database): Promise<Settings> {
  const known = SOME_SETTINGS.safeParse(await readStoredSettings(db))
  return { ...DEFAULT_SETTINGS, ...(known.success ? known.data : {}) }
}
