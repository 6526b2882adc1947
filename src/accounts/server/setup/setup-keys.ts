import type { Database } from '#platform/database/database.ts'
import { createToken, hashToken } from '#platform/security/tokens.ts'
import { hasAdmin } from '#accounts/server/users/users.store.ts'
import { storeSettings } from '#site/server/index.ts'

/**
 * Prefix of the settings that hold keys of the link that creates the first admin. Each start stores the hash of a key with
 * its time: several processes may each print a link, and all are valid until there is an admin.
 */
const NAME = 'setup.key.'
/** Bounds the settings of a blog that is restarted again and again. */
const KEYS_MAX = 20

const nameOf = (key: string) => NAME + hashToken(key)

/**
 * Creates a link for this start of the server. Print it and never log it: it makes its first user the admin.
 * @returns null once there is an admin
 */
export async function createSetupLink(db: Database, { publicUrl, now }: { publicUrl: string; now: number }): Promise<string | null> {
  if (!(await hasAdmin(db))) return `${publicUrl}/setup#${await createSetupKey(db, now)}`
  await deleteSetupKeys(db)
  return null
}

/** @returns a new key, of which only the hash is stored */
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
