import { randomBytes } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFullDisk } from '#platform/process/explain-full-disk.ts'
import { describeAge, isOldBackup } from '#upkeep/server/backup/backup-age.ts'
import { findNewestBackup } from '#upkeep/server/backup/find-backups.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'
import type { Machine } from './machine.ts'

const MEGABYTE = 1024 * 1024
const SPACE_NEEDED_BYTES = 200 * MEGABYTE
const SPACE_GOOD_BYTES = 1024 * MEGABYTE
const OTHERS = 0o007

/** Checks that the data folder exists, is writable and private, and has room. */
export async function checkFolder(folder: string, machine: Pick<Machine, 'freeBytes'>): Promise<Finding[]> {
  const { attention, wrong } = about('Data folder')
  const found = await stat(folder).catch((error: unknown) => safeCodeOf(error))
  if (found === 'ENOENT')
    return [
      wrong(
        `${folder} is not there.`,
        'It is made when the blog first starts. If the blog has been running, DATA_DIR leads to the wrong place.',
      ),
    ]
  if (typeof found === 'string' || !found.isDirectory())
    return [wrong(`${folder} is no folder that can be opened.`, 'Set DATA_DIR to a folder.')]
  const findings = [await checkWriting(folder)]
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    findings.push(attention('Everybody on this machine can look into it.', `chmod 700 ${folder}`))
  }
  return [...findings, await checkRoom(folder, machine)]
}

/** Checks the free space on the disk. */
export async function checkRoom(folder: string, { freeBytes }: Pick<Machine, 'freeBytes'>): Promise<Finding> {
  const { fine, attention, wrong } = about('Data folder')
  const free = await freeBytes(folder)
  const words = `${Math.round(free / MEGABYTE).toLocaleString('en')} MB are free.`
  if (free < SPACE_NEEDED_BYTES) return wrong(words, 'Make room: without it nothing more can be written.')
  return free < SPACE_GOOD_BYTES ? attention(words, 'Pictures and backups need room; think of some soon.') : fine(words)
}

async function checkWriting(folder: string): Promise<Finding> {
  const { fine, wrong } = about('Data folder')
  const fullDisk = findFullDisk(folder)
  if (fullDisk !== undefined) return wrong(fullDisk)
  const probe = join(folder, `.doctor-${randomBytes(6).toString('hex')}`)
  try {
    await writeFile(probe, 'probe', { flag: 'wx' }).finally(() => rm(probe, { force: true }))
    return fine(`${folder} can be written to.`)
  } catch (error) {
    if (safeCodeOf(error) === 'EROFS') return wrong(`The disk of ${folder} is read-only.`, 'Look at how it is mounted, and at its health.')
    return wrong(
      `${folder} cannot be written to (${safeCodeOf(error)}).`,
      'Give the folder to the user that runs the blog: chown -R, or set DATA_DIR.',
    )
  }
}

/** Checks the age of the newest backup. */
export async function checkBackups(folder: string, now: number): Promise<Finding> {
  const { fine, attention } = about('Backups')
  const newest = await findNewestBackup(folder, now)
  if (!newest) return attention(`There is none in ${folder}.`, 'npm run blog -- backup FILE, and keep a copy on another machine.')
  const words = describeAge('The newest', newest.createdAt, now)
  return isOldBackup(newest.createdAt, now)
    ? attention(words, 'One is made each day while the blog runs; look into its log, or make one: npm run blog -- backup FILE')
    : fine(words)
}
