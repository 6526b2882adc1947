import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { isPostgres } from '#platform/database/database.ts'
import { waitForBlockedQuery } from './postgres.ts'

type Work<T> = (trx: DatabaseTransaction) => Promise<T>

/**
 * Runs two transactions: commits the first once the second waits for it. On SQLite the second starts after the first.
 * @returns the result of the second
 */
export async function overlap<T>(db: Database, first: Work<unknown>, second: Work<T>): Promise<{ value: T } | { error: string }> {
  const done = Promise.withResolvers<void>()
  const commit = Promise.withResolvers<void>()
  const one = db.transaction().execute(async (trx) => {
    await first(trx)
    done.resolve()
    await commit.promise
  })
  await Promise.race([done.promise, one])
  const two = db
    .transaction()
    .execute(second)
    .then(
      (value) => ({ value }),
      (error: Error) => ({ error: error.message }),
    )
  try {
    if (isPostgres(db)) await waitForBlockedQuery(db)
  } finally {
    commit.resolve()
  }
  await one
  return two
}
