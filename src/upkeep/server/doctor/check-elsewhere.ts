import { AppError } from '#platform/contract/errors.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import type { Config } from '#platform/process/config.ts'
import { describeAge, isOldBackup } from '#upkeep/server/backup/backup-age.ts'
import { listCopies } from '#upkeep/server/elsewhere/fetch-copy.ts'
import { withPlace } from '#upkeep/server/elsewhere/open-elsewhere.ts'
import { findPlace, type StoredPlace } from '#upkeep/server/elsewhere/place.store.ts'
import { about, type Finding, safeCodeOf } from './finding.ts'

const { fine, attention, wrong } = about('Backups elsewhere')

/** Checks the other place of backups, and the age of the newest copy in it. @param isReadable whether the database can be read */
export async function checkElsewhere(config: Config, isReadable: boolean, now: number): Promise<Finding> {
  const { place: settings, key, isOverSsh } = await readPlace(config, isReadable)
  if (isOverSsh)
    return wrong('Backups are not copied over SSH any more.', 'Name a bucket in the dashboard (Settings, Safe copies), or set BACKUP_URL.')
  if (!settings)
    return attention(
      'There are none: when this machine breaks, its backups break with it.',
      'Name a place in the dashboard (Settings, Safe copies), or set BACKUP_URL.',
    )
  if (!key) return attention('Their passphrase has not been made, so nothing is copied.', 'npm run blog -- elsewhere passphrase')
  try {
    const [newest] = listCopies(await withPlace(settings, (place) => place.list()), now)
    if (!newest) return attention('The place can be reached, and there is no copy in it yet.', 'npm run blog -- elsewhere copy')
    const words = describeAge('The newest copy', newest.createdAt, now)
    return isOldBackup(newest.createdAt, now)
      ? attention(words, 'The log says why, or make one: npm run blog -- elsewhere copy')
      : fine(words)
  } catch (error) {
    const says = error instanceof AppError ? error.message : `The place cannot be used (${safeCodeOf(error)}).`
    return wrong(says, 'Look at BACKUP_URL and the settings beside it, or at the place in the dashboard.')
  }
}

/** A database of another version may lack the table. */
async function readPlace({ databaseUrl, backup }: Config, isReadable: boolean): Promise<StoredPlace> {
  const unknown: StoredPlace = { place: backup.place, key: null, isOverSsh: false }
  if (!isReadable) return unknown
  let db: Database | undefined
  try {
    db = await openDatabase(databaseUrl)
    return await findPlace(db, backup.place)
  } catch {
    return unknown
  } finally {
    await db?.destroy()
  }
}
