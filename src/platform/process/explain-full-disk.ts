import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userInfo } from 'node:os'

/** Primary result codes of SQLite for a file that cannot be written: input or output error, cannot open. */
const SQLITE_UNCLEAR = new Set([10, 14])
const SQLITE_FULL = 13
const POSTGRES_DISK_FULL = '53100'
/** More than SQLite needs to open a database: its shared memory has 32 KB. */
const PROBE_BYTES = 64 * 1024

const POSTGRES_FULL = 'The disk of PostgreSQL is full. Make room on its machine, then try again.'
const MAKE_ROOM =
  'Delete what is not needed there, such as old backups, or move the data to a larger disk; then try again. Nothing is broken.'

/** Whether a message is one of `explainFullDisk`, or holds that of the system. A path in it says nothing. */
export const saysFullDisk = (message: string): boolean =>
  [POSTGRES_FULL, MAKE_ROOM, 'ENOSPC: ', 'EDQUOT: ', 'No space left on device', 'database or disk is full'].some((part) =>
    message.includes(part),
  )

/**
 * Explains to the operator that nothing more can be written because the disk is full; undefined for other errors.
 * @param folder that holds the data, and is tried where the error does not say what is wrong: SQLite calls a full disk
 *   an I/O error when it cannot extend its shared memory
 */
export function explainFullDisk(error: unknown, folder: string): string | undefined {
  const { code, errcode, path } = (error ?? {}) as { code?: unknown; errcode?: unknown; path?: unknown }
  if (code === POSTGRES_DISK_FULL) return POSTGRES_FULL
  if (code === 'ENOSPC' || code === 'EDQUOT') return describe(code, typeof path === 'string' ? dirname(path) : folder)
  if (typeof errcode === 'number') return explainSqlite(errcode % 256, folder)
  return error instanceof Error && error.cause !== undefined ? explainFullDisk(error.cause, folder) : undefined
}

function explainSqlite(primaryCode: number, folder: string): string | undefined {
  if (primaryCode === SQLITE_FULL) return findFullDisk(folder) ?? describe('ENOSPC', folder)
  return SQLITE_UNCLEAR.has(primaryCode) ? findFullDisk(folder) : undefined
}

function describe(code: FullDiskCode, folder: string): string {
  if (code === 'EDQUOT') return `The account ${userInfo().username} has used up its quota on the disk of ${folder}. ${MAKE_ROOM}`
  return hasNoFilesLeft(folder)
    ? `The disk of ${folder} can hold no more files (it is out of inodes). ${MAKE_ROOM}`
    : `The disk of ${folder} is full. ${MAKE_ROOM}`
}

function hasNoFilesLeft(folder: string): boolean {
  try {
    const { files, ffree } = statfsSync(folder)
    return files > 0 && ffree === 0
  } catch {
    return false
  }
}

/** Says that not even a small file can be written to the folder because the disk is full; undefined if there is room. */
export function findFullDisk(folder: string): string | undefined {
  const code = codeOfWriting(folder)
  return code === null ? undefined : describe(code, folder)
}

type FullDiskCode = 'ENOSPC' | 'EDQUOT'

/** Tries to write to the folder, and leaves nothing there. Synchronizes, since some disks are found full only then. @returns null if there is room, or if it fails for another reason */
function codeOfWriting(folder: string): FullDiskCode | null {
  const path = join(folder, `.probe-${randomBytes(6).toString('hex')}`)
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      writeSync(file, Buffer.alloc(PROBE_BYTES, 1))
      fsyncSync(file)
      return null
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOSPC' || code === 'EDQUOT' ? code : null
  } finally {
    rmSync(path, { force: true })
  }
}
