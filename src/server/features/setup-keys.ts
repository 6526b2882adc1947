import type { Database } from '#server/platform/database/database.ts'
import { createToken, hashToken } from '#server/platform/tokens.ts'
import { storeSettings } from './stored-settings.ts'

/**
 * Keys of the link that makes the first admin. Only hashes are stored, a row for each start with its time: several
 * processes may each print a link, and all are good until there is an admin.
 */
const NAME = 'setup.key.'
/** A blog that is started again and again must not fill its settings. */
const KEYS_MAX = 20

const nameOf = (key: string) => NAME + hashToken(key)

/** @returns a new key, which is nowhere else */
export async function createSetupKey(db: Database, now: number): Promise<string> {
  const key = createToken()
  await storeSettings(db, { [nameOf(key)]: now })
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', 'like', `${NAME}%`).execute()
  const old = rows.toSorted((a, b) => Number(b.value) - Number(a.value)).slice(KEYS_MAX)
  for (const { name } of old) await db.deleteFrom('settings').where('name', '=', name).execute()
  return key
}

export async function isSetupKey(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('name').where('name', '=', nameOf(key)).executeTakeFirst()
  return row !== undefined
}

export async function deleteSetupKeys(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('name', 'like', `${NAME}%`).execute()
}
