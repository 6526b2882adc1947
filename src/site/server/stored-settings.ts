import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'

const findRows = prepareQuery<object, { name: string; value: string }>((db) => db.selectFrom('settings').select(['name', 'value']))

/** Values by name: settings of admins, and internal ones such as set-up keys. */
export type StoredSettings = Readonly<Record<string, unknown>>

export async function readStoredSettings(db: Database): Promise<StoredSettings> {
  const rows = await findRows(db, {})
  return Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]))
}

/** Stores each setting in its own row, so that two admins can change two settings concurrently. Skips undefined ones. */
export async function storeSettings(trx: Database, settings: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting === undefined) continue
    const value = JSON.stringify(setting)
    await trx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  }
}
