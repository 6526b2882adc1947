import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupPlaceState } from '#operations/contract/backup-place.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'
import { type PlaceInput, type PlaceSettings, placeUrl, readPlace } from '#platform/process/place-settings.ts'
import { openJob, readJobState } from '#operations/server/jobs/run-job.ts'
import { createBackupKey, keyFileName } from './backup-key.ts'
import { type BackupPlace, placeError, withPlace } from './backup-place.ts'
import { oneChunk, placeKeyFile } from './copy-backup.ts'
import { COPY_JOB, COPY_LOCK, copyJob, type CopyParts, lastCopyAt } from './copy-off-site.ts'
import { findPlace, storePlace } from './place.store.ts'

export interface OpenOffSiteParts extends CopyParts {
  /** Aborts a running copy. */
  readonly ending: AbortSignal
}

/** Runs in the transaction of a change, for instance to tell the admins. */
export type OnChange = (trx: Database) => Promise<void>

/** Backups in another place, for the dashboard. */
export interface OffSite {
  readonly state: () => Promise<BackupPlaceState>
  /** Tries the place, then stores it. An empty secret keeps the stored one. @throws bad_request, conflict, unavailable */
  readonly save: (input: PlaceInput, onChange: OnChange) => Promise<void>
  readonly remove: (onChange: OnChange) => Promise<void>
  /** Writes a new key to the place, then uses it. Copies that exist are opened by the passphrase before. @throws conflict, unavailable */
  readonly renewKey: (onChange: OnChange) => Promise<{ readonly passphrase: string; readonly keyName: string; readonly url: string }>
  /** Copies the newest backup in the background, unless a copy is running in any process. */
  readonly begin: () => Promise<void>
  readonly close: () => Promise<void>
}

export function openOffSite(parts: OpenOffSiteParts): OffSite {
  const { db, setting, ending } = parts
  const { begin, close } = openJob(parts, copyJob(parts), ending)
  return {
    state: () => readState(parts),
    async save(input, onChange) {
      requireNoSetting(setting)
      const { place: stored, key } = await findPlace(db, setting)
      const place = withStoredSecret(input, stored)
      await withPlace(place, async (opened) => {
        await tryPlace(opened)
        if (key) await placeKeyFile(opened, key)
      })
      await db.transaction().execute(async (trx) => {
        await storePlace(trx, { place })
        await trx.deleteFrom('jobs').where('name', '=', COPY_JOB).execute()
        await onChange(trx)
      })
    },
    async remove(onChange) {
      requireNoSetting(setting)
      await db.transaction().execute(async (trx) => {
        await storePlace(trx, { place: null })
        await onChange(trx)
      })
    },
    async renewKey(onChange) {
      const { place } = await findPlace(db, setting)
      if (!place) throw new AppError('conflict', 'Please name the other place first.')
      const { passphrase, ...key } = await createBackupKey()
      await withPlace(place, (opened) => placeKeyFile(opened, key))
      await db.transaction().execute(async (trx) => {
        await storePlace(trx, { key })
        await onChange(trx)
      })
      return { passphrase, keyName: keyFileName(key.recipient), url: placeUrl(place) }
    },
    begin,
    close,
  }
}

async function readState(parts: OpenOffSiteParts): Promise<BackupPlaceState> {
  const [{ place, key, isOverSsh }, { running, failure, stored }] = await Promise.all([
    findPlace(parts.db, parts.setting),
    readJobState(parts, { name: COPY_JOB, lock: COPY_LOCK }),
  ])
  const name = place ? lastCopyAt(place, stored?.result) : ''
  return {
    url: place && placeUrl(place),
    endpoint: place?.endpoint ?? null,
    region: place?.region ?? null,
    isOfSettings: parts.setting !== null,
    isOverSsh,
    hasKey: key !== null,
    running,
    failure,
    last: stored?.succeeded_at == null || name === '' ? null : { at: toIso(stored.succeeded_at), name },
  }
}

function requireNoSetting(setting: PlaceSettings | null): void {
  if (setting) throw new AppError('conflict', 'The place is set where the blog runs, and can be changed only there.')
}

/** An empty secret means the stored one, but only where it belongs: another server must not get it. */
function withStoredSecret(input: PlaceInput, stored: PlaceSettings | null): PlaceSettings {
  const place = readPlace(input)
  if (!place) throw new AppError('bad_request', 'Please write it like s3://bucket/folder.', { field: 'url' })
  if (input.secret !== '') return place
  if (stored?.bucket !== place.bucket || stored.endpoint !== place.endpoint)
    throw new AppError('bad_request', 'Please give the secret key of this place.', { field: 'secret' })
  return { ...place, accessKeyId: place.accessKeyId || stored.accessKeyId, secretAccessKey: stored.secretAccessKey }
}

/** Writes a file, reads it and deletes it. @throws unavailable */
async function tryPlace(place: BackupPlace): Promise<void> {
  await place.list()
  const name = `kindred-probe-${randomBytes(6).toString('hex')}`
  const bytes = randomBytes(64)
  await place.write(name, oneChunk(bytes), bytes.byteLength)
  const read = await buffer(Readable.from(place.read(name)))
  await place.remove(name)
  if (!read.equals(bytes)) throw placeError('This place does not give back what was written.')
}
