/**
 * The data of before an upgrade: `node data-of-before.ts keep|put-back|delete|size`, with the settings of the blog. Run by the
 * command `kindred` with the version before, so no fault of the new one reaches it.
 */
import { type Config, loadConfig } from '#platform/process/config.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import { copyOfPostgres } from './copy-of-postgres.ts'
import { copyOfSqlite } from './copy-of-sqlite.ts'
import type { DataCopy } from './data-copy.ts'

/** A process that was killed may hold its connection for a moment. */
const ENDING_MS = 5000

/** @throws conflict where another process could write meanwhile: that would be lost by going back */
export function dataOfBefore({ databaseUrl }: Pick<Config, 'databaseUrl'>): DataCopy {
  const path = databaseUrl.startsWith('sqlite:') ? databaseUrl.slice('sqlite:'.length) : null
  const copy = path === null ? copyOfPostgres(databaseUrl) : copyOfSqlite(path)
  const whileNothingRuns = (work: () => Promise<void>) => async () => {
    await using locks = openLocks(databaseUrl)
    await requireNothingRuns(locks, ENDING_MS)
    await work()
  }
  return { ...copy, keep: whileNothingRuns(copy.keep), putBack: whileNothingRuns(copy.putBack) }
}

const [verb] = process.argv.slice(2)
if (import.meta.main) {
  process.umask(0o077)
  const data = dataOfBefore(loadConfig(process.env))
  if (verb === 'keep') await data.keep()
  else if (verb === 'put-back') await data.putBack()
  else if (verb === 'delete') await data.delete()
  else if (verb === 'size') process.stdout.write(`${await data.size()}\n`)
}
