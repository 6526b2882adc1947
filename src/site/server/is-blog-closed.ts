import type { Settings } from '#site/contract/settings.endpoints.ts'
import type { Database } from '#platform/database/database.ts'
import { prepareQuery } from '#platform/database/prepared-query.ts'

const NAME = 'isClosed' satisfies keyof Settings

const findValue = prepareQuery<object, { value: string }>((db) => db.selectFrom('settings').select('value').where('name', '=', NAME))

/** Whether visitors see only the pages for signing in and up. Reads one row by key, because each uncached response to visitors needs it. */
export async function isBlogClosed(db: Database): Promise<boolean> {
  const [row] = await findValue(db, {})
  return row?.value === 'true'
}
