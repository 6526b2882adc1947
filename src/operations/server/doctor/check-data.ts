import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'
import { MINUTE_MS } from '#platform/contract/limits.ts'
import { openDatabase } from '#platform/database/database.ts'
import { type DatabaseState, inspectDatabase } from '#platform/database/inspect-database.ts'
import { sqliteFileOf } from '#platform/database/sqlite-file.ts'
import type { Config } from '#platform/process/config.ts'
import { explainFullDisk, findFullDisk } from '#platform/process/explain-full-disk.ts'
import { openFileStores } from '#platform/storage/open-file-stores.ts'
import { describeAge, isOldBackup } from '#operations/server/backup/backup-age.ts'
import { findNewestBackup } from '#operations/server/backup/find-backups.ts'
import { withPlace } from '#operations/server/off-site/backup-place.ts'
import { listCopies } from '#operations/server/off-site/open-copy.ts'
import { findPlace } from '#operations/server/off-site/place.store.ts'
import { about, safeCodeOf, type Finding } from './finding.ts'

const MEGABYTE = 1024 * 1024
const SPACE_NEEDED_BYTES = 200 * MEGABYTE
const SPACE_GOOD_BYTES = 1024 * MEGABYTE

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Checks the free space on the disk. */
export async function checkRoom(folder: string, readFree = readFreeBytes): Promise<Finding> {
  const { fine, attention, wrong } = about('Data folder')
  try {
    const full = findFullDisk(folder)
    if (full !== undefined) return wrong(full)
    const free = await readFree(folder)
    const words = `${Math.round(free / MEGABYTE).toLocaleString('en')} MB are free.`
    if (free < SPACE_NEEDED_BYTES) return wrong(words, 'Make room: without it nothing more can be written.')
    return free < SPACE_GOOD_BYTES ? attention(words, 'Pictures and backups need room; think of some soon.') : fine(words)
  } catch (error) {
    return wrong(`It cannot be read (${safeCodeOf(error)}).`, 'Look at DATA_DIR, and whether the disk is there; npm start makes it.')
  }
}

/** Checks the database. @returns also its state for other checks; null when it could not be read */
export async function checkDatabase({ databaseUrl }: Config): Promise<{ findings: Finding[]; state: DatabaseState | null }> {
  const { fine, wrong } = about('Database')
  try {
    const state = await inspectDatabase(databaseUrl)
    const advice = 'Stop the blog, keep a copy of the database, and restore the newest backup: npm run blog -- restore FILE'
    const damage = state.damage.map((line) => wrong(`${state.engine}: ${line}`, advice))
    return { findings: damage.length > 0 ? damage : [fine(`${state.engine}, and whole.`)], state }
  } catch (error) {
    const code = safeCodeOf(error)
    const finding =
      sqliteFileOf(databaseUrl) !== null
        ? code === 'ENOENT'
          ? wrong('There is no database yet.', 'The first start makes it: npm start. If the blog has been running, look at DATA_DIR.')
          : wrong(
              `The file cannot be read as a database (${code}).`,
              'Put it aside, and restore the newest backup: npm run blog -- restore FILE',
            )
        : wrong(`PostgreSQL cannot be reached: ${REASONS[code] ?? code}.`, 'Look at DATABASE_URL, and whether PostgreSQL runs.')
    return { findings: [finding], state: null }
  }
}

const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'it does not take the password',
  '3D000': 'it has no database of that name',
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its name is not known',
}

export function checkAdmin({ admins }: DatabaseState): Finding {
  const { fine, wrong } = about('Admin')
  return admins > 0
    ? fine(admins === 1 ? 'There is one.' : `There are ${admins}.`)
    : wrong('There is none, so nobody can write.', 'npm run blog -- user create --admin')
}

const CLOCK_TOLERANCE_MS = MINUTE_MS

export function checkClock({ newestAt, clock }: DatabaseState, now: number): Finding {
  const { fine, wrong } = about('Clock')
  const isBehind = newestAt !== null && newestAt - now > CLOCK_TOLERANCE_MS
  const differs = clock !== null && Math.abs(clock - now) > CLOCK_TOLERANCE_MS
  if (!isBehind && !differs) return fine(`It says ${new Date(now).toISOString()}.`)
  const says = isBehind ? 'It is behind: the blog holds something from the future.' : 'It differs from that of PostgreSQL.'
  return wrong(says, 'Let the machine set its clock by itself (NTP): timedatectl set-ntp true')
}

/** Writes a small file, reads it, and deletes it. */
export async function checkStorage({ storage, dataDir }: Config): Promise<Finding> {
  const { fine, wrong } = about('Storage')
  const [where, advice] =
    storage.type === 'folder'
      ? ['The folder for pictures', 'Give DATA_DIR and all in it to the user that runs the blog: chown -R']
      : [`The bucket ${storage.bucket}`, 'Look at STORAGE_URL and the S3_ settings, and whether the key may write.']
  const folder = `doctor-${randomBytes(8).toString('hex')}`
  try {
    const files = (await openFileStores(storage)).store('files')
    const bytes = randomBytes(32)
    const read = await files
      .write(`${folder}/probe.jpg`, bytes)
      .then(() => files.read(`${folder}/probe.jpg`))
      .finally(() => files.removeFolder(folder))
    if (read && Buffer.compare(bytes, read) === 0) return fine(`${where} takes, gives and deletes files.`)
    return wrong(`${where} does not give back what was written.`, 'Look at the storage itself: nothing in it can be relied on.')
  } catch (error) {
    const full = explainFullDisk(error, dataDir)
    return full === undefined ? wrong(`${where} cannot be used (${safeCodeOf(error)}).`, advice) : wrong(full)
  }
}

/** Checks the age of the newest backup. */
export async function checkBackups(folder: string, now: number): Promise<Finding> {
  const { fine, attention } = about('Backups')
  const newest = await findNewestBackup(folder, now)
  if (!newest) return attention(`There is none in ${folder}.`, 'npm run blog -- backup FILE, and keep a copy on another machine.')
  const words = describeAge('The newest', newest.createdAt, now)
  if (!isOldBackup(newest.createdAt, now)) return fine(words)
  return attention(words, 'One is made each day while the blog runs; look into its log, or make one: npm run blog -- backup FILE')
}

/** Checks the off-site backups, and the age of the newest one. Their settings may be in the database. */
export async function checkOffSite({ databaseUrl, backup }: Config, now: number): Promise<Finding> {
  const { fine, attention, wrong } = about('Backups elsewhere')
  try {
    const db = await openDatabase(databaseUrl)
    const { place: settings, key, isOverSsh } = await findPlace(db, backup.place).finally(() => db.destroy())
    if (isOverSsh)
      return wrong(
        'Backups are not copied over SSH any more.',
        'Name a bucket in the dashboard (Settings, Safe copies), or set BACKUP_URL.',
      )
    if (!settings)
      return attention(
        'There are none: when this machine breaks, its backups break with it.',
        'Name a place in the dashboard (Settings, Safe copies), or set BACKUP_URL.',
      )
    if (!key)
      return attention('Their passphrase has not been made, so nothing is copied.', 'Make it in the dashboard: Settings, Safe copies.')
    const [newest] = listCopies(await withPlace(settings, (place) => place.list()), now)
    if (!newest)
      return attention(
        'The place can be reached, and there is no copy in it yet.',
        'The first one goes within ten minutes while the blog runs.',
      )
    const words = describeAge('The newest copy', newest.createdAt, now)
    if (!isOldBackup(newest.createdAt, now)) return fine(words)
    return attention(words, 'The log says why; Settings, Safe copies, copies the newest backup now.')
  } catch (error) {
    const says = error instanceof AppError ? error.message : `The place cannot be used (${safeCodeOf(error)}).`
    return wrong(says, 'Look at BACKUP_URL and the settings beside it, or at the place in the dashboard.')
  }
}
