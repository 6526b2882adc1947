import { look } from '#site/contract/look.endpoints.ts'
import { DEFAULT_LOOK, type Look } from '#site/contract/look.ts'
import type { Database } from '#platform/database/database.ts'
import { readStoredSettings, type StoredSettings, storeSettings } from './stored-settings.ts'

const nameOf = (part: string) => `look.${part}`

/** Returns the look that the admins have chosen, with defaults for the rest. */
export const getLook = async (db: Database): Promise<Look> => toLook(await readStoredSettings(db))

export function toLook(stored: StoredSettings): Look {
  const parts = Object.entries(DEFAULT_LOOK).map(([part, initial]) => {
    // A newer version may have stored a value that this version does not know.
    const { success, data } = look.shape[part as keyof Look].safeParse(stored[nameOf(part)])
    return [part, success ? data : initial] as const
  })
  return Object.fromEntries(parts) as unknown as Look
}

/** Stores the given parts of the look; the others remain unchanged. */
export const changeLook = (trx: Database, changes: { readonly [Part in keyof Look]?: Look[Part] | undefined }): Promise<void> =>
  storeSettings(trx, Object.fromEntries(Object.entries(changes).map(([part, value]) => [nameOf(part), value])))
