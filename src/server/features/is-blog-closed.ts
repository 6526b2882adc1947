import type { Settings } from '#contract/endpoints/settings.ts'
import type { Database } from '#server/platform/database/database.ts'
import { prepareQuery } from '#server/platform/database/prepared-query.ts'

const NAME = 'isClosed' satisfies keyof Settings

const findValue = prepareQuery<object, { value: string }>((db) => db.selectFrom('settings').select('value').where('name', '=', NAME))

/** Whether visitors see nothing but what lets them in. One row by its key: it is read for each response to visitors that is not cached. */
export async function isBlogClosed(db: Database): Promise<boolean> {
  const [row] = await findValue(db, {})
  return row?.value === 'true'
}
