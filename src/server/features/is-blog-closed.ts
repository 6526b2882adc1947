import type { Settings } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'

const NAME = 'isClosed' satisfies keyof Settings

const findValue = prepareQuery<object, { value: string }>((db) => db.selectFrom('settings').select('value').where('name', '=', NAME))

/** Whether visitors see only the pages for signing in and up. Reads one row by key, because each uncached response to visitors needs it. */
export async function isBlogClosed(db: Database): Promise<boolean> {
  const [row] = await findValue(db, {})
  return row?.value === 'true'
}
