import { dirname } from 'node:path'
import { findFullDisk } from '#platform/process/explain-full-disk.ts'
import { StartError } from '#platform/process/start-error.ts'
import { openLocks } from './lock.ts'
import { RUNNING_LOCK } from './running-lock.ts'
import { sqliteFileOf } from './sqlite-file.ts'

/**
 * Call before a SQLite database is opened: the first process that opens it needs room for the memory that SQLite shares
 * between processes. On a full disk the system may end that process without a word (SIGBUS).
 * @throws StartError
 */
export async function requireRoom(databaseUrl: string): Promise<void> {
  const file = sqliteFileOf(databaseUrl)
  if (file === null || file === ':memory:') return
  const problem = findFullDisk(dirname(file))
  if (problem !== undefined && !(await isOpenInOtherProcess(databaseUrl))) throw new StartError(problem)
}

async function isOpenInOtherProcess(databaseUrl: string): Promise<boolean> {
  await using locks = openLocks(databaseUrl)
  try {
    return (await locks.tryLock(RUNNING_LOCK)) === undefined
  } catch {
    return false
  }
}
