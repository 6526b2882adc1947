import type { Database } from '#server/platform/database/database.ts'
import { createToken, hashToken } from '#server/platform/tokens.ts'

/**
 * Keys of the link that makes the first admin. Only hashes are stored, a row for each start: several processes may each
 * print a link, and all are good until there is an admin.
 */
const NAME = 'setup.key.'

const nameOf = (key: string) => NAME + hashToken(key)

/** @returns a new key, which is nowhere else */
export async function createSetupKey(db: Database): Promise<string> {
  const key = createToken()
  await db
    .insertInto('settings')
    .values({ name: nameOf(key), value: 'true' })
    .execute()
  return key
}

export async function isSetupKey(db: Database, key: string): Promise<boolean> {
  const row = await db.selectFrom('settings').select('name').where('name', '=', nameOf(key)).executeTakeFirst()
  return row !== undefined
}

export async function deleteSetupKeys(db: Database): Promise<void> {
  await db.deleteFrom('settings').where('name', 'like', `${NAME}%`).execute()
}
