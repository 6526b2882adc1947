import { DEFAULT_SETTINGS, type Settings, settings } from '#site/contract/settings.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { readStoredSettings, type StoredSettings } from './stored-settings.ts'

/** Returns the settings that the admins have stored, with defaults for the rest. */
export const getSettings = async (db: Database): Promise<Settings> => toSettings(await readStoredSettings(db))

export function toSettings(stored: StoredSettings): Settings {
  const parts = Object.entries(DEFAULT_SETTINGS).map(([name, initial]) => {
    // A newer version may have stored a value that this version does not know.
    const { success, data } = settings.shape[name as keyof Settings].safeParse(stored[name])
    return [name, success ? data : initial] as const
  })
  return Object.fromEntries(parts) as unknown as Settings
}
