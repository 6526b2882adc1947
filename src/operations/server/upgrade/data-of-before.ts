/**
 * The data around an upgrade: `kindred data VERB`, with the settings and the account of the blog. The version before keeps them
 * and puts them back, so no fault of the new one reaches them.
 */
import { existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { DAY_MS } from '#platform/contract/limits.ts'
import { openLocks } from '#platform/database/lock.ts'
import { requireNothingRuns } from '#platform/database/running-lock.ts'
import { sqliteFileOf } from '#platform/database/sqlite-file.ts'
import { sync } from '#platform/storage/durable-files.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import type { BackupParts } from '#operations/server/backup/run-backup.ts'
import { backUpRows } from '#operations/server/backup/upgrade-database.ts'
import { copyOfPostgres, type DataCopy } from './copy-of-postgres.ts'

/** A process that was killed may hold its connection for a moment. */
const ENDING_MS = 5000

/** @throws conflict where another process could write meanwhile: that would be lost by going back */
export function dataOfBefore({ databaseUrl }: Pick<Config, 'databaseUrl'>): DataCopy {
  const file = sqliteFileOf(databaseUrl)
  const copy = file === null ? copyOfPostgres(databaseUrl) : copyOfSqlite(file)
  const whileNothingRuns = (work: () => Promise<void>) => async () => {
    await using locks = openLocks(databaseUrl)
    await requireNothingRuns(locks, ENDING_MS)
    await work()
  }
  return { ...copy, keep: whileNothingRuns(copy.keep), putBack: whileNothingRuns(copy.putBack) }
}

/** The whole file, beside the database. */
function copyOfSqlite(database: string): DataCopy {
  const path = `${database}.before-upgrade`
  const part = `${path}.part`
  const remove = async (...paths: string[]) => {
    for (const each of paths) await rm(each, { force: true })
  }
  const removeAll = () => remove(part, `${part}-journal`, path)
  return {
    async keep() {
      await removeAll()
      await copyDatabase(database, part).catch(async (error: unknown) => {
        await removeAll()
        throw error
      })
      await sync(part)
      await rename(part, path)
      await sync(dirname(path))
    },
    async putBack() {
      if (!existsSync(path)) return
      // Before the rename, also after a power cut: SQLite would apply a log of the newer file to the older one.
      await remove(`${database}-wal`, `${database}-shm`)
      await sync(dirname(database))
      await rename(path, database)
      await sync(dirname(database))
    },
    delete: removeAll,
    madeAt: async () => (existsSync(path) ? (await stat(path)).mtimeMs : null),
    async countNew(table) {
      const { DatabaseSync } = await import('node:sqlite')
      using file = new DatabaseSync(database)
      file.prepare('attach database ? as former').run(path)
      return Number(file.prepare(`select count(*) as rows from ${table} where id not in (select id from former.${table})`).get()?.['rows'])
    },
  }
}

async function copyDatabase(from: string, to: string): Promise<void> {
  const { backup, DatabaseSync } = await import('node:sqlite')
  using database = new DatabaseSync(from)
  await backup(database, to)
}

const KEPT_MS = 30 * DAY_MS

/** Later nobody goes back, and what people have deleted since must not stay in it for ever. Never throws. */
export async function removeOldCopy({ databaseUrl, now, logger }: Pick<BackupParts, 'databaseUrl' | 'now' | 'logger'>): Promise<void> {
  try {
    const copy = dataOfBefore({ databaseUrl })
    const madeAt = await copy.madeAt()
    if (madeAt !== null && madeAt < now() - KEPT_MS) await copy.delete()
  } catch (err) {
    logger.error({ err }, 'the copy of the data of before an upgrade could not be deleted')
  }
}

/** @throws not_found where there is no copy any more */
async function describeSince(copy: DataCopy): Promise<string> {
  const madeAt = await copy.madeAt()
  if (madeAt === null) throw new AppError('not_found', 'The copy of the data of before is gone: it is deleted after thirty days.')
  const [posts, comments, accounts] = [await copy.countNew('posts'), await copy.countNew('comments'), await copy.countNew('users')]
  return `Written since ${new Date(madeAt).toISOString()}, and lost by going back: ${posts} new posts and drafts, ${comments} comments, ${accounts} accounts, and all changes of others.`
}

const VERBS: Readonly<Record<string, (copy: DataCopy, config: Config) => Promise<string | void>>> = {
  'back-up': (_copy, { databaseUrl, backup }) => backUpRows({ databaseUrl, folder: backup.folder, now: Date.now }),
  keep: (copy) => copy.keep(),
  'put-back': async (copy) => {
    await copy.putBack()
    await copy.delete()
  },
  delete: (copy) => copy.delete(),
  since: describeSince,
}

if (import.meta.main) {
  process.umask(0o077)
  const config = loadConfig(process.env)
  try {
    process.stdout.write(`${(await VERBS[process.argv[2] ?? '']?.(dataOfBefore(config), config)) ?? ''}\n`)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
