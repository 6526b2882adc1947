import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupPlaceState } from '#upkeep/contract/backup-place.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { toIso } from '#platform/contract/format-date.ts'
import { type PlaceInput, type PlaceSettings, placeUrl, readPlace } from '#platform/process/place-settings.ts'
import type { BackupKey } from './backup-key.ts'
import { placeError } from './backup-place.ts'
import { oneChunk, placeKeyFile } from './copy-backup.ts'
import { findJob, type StoredJob } from '#upkeep/server/jobs/jobs.store.ts'
import { isRunning, openJob } from '#upkeep/server/jobs/run-job.ts'
import { COPY_JOB, COPY_LOCK, copyJob, type CopyParts, findPlace } from './copy-elsewhere.ts'
import { listCopies } from './fetch-copy.ts'
import { openPlace } from './open-place.ts'
import { storePlace } from './place.store.ts'
import { UnknownHostKey } from './sftp-place.ts'

export interface OpenElsewhereParts extends CopyParts {
  /** Aborts a running copy. */
  readonly ending: AbortSignal
}

/** Backups in another place, for the dashboard and the command line. */
export interface Elsewhere {
  readonly state: () => Promise<BackupPlaceState>
  /** Tries the place, then stores it. An empty secret keeps the stored one. @throws bad_request, conflict, unavailable */
  readonly save: (input: PlaceInput) => Promise<void>
  readonly remove: () => Promise<void>
  /** Copies that exist are opened by the passphrase before. */
  readonly saveKey: (key: BackupKey) => Promise<void>
  /** Copies the newest backup in the background, unless a copy is running in any process. */
  readonly begin: () => Promise<void>
  /** Newest first. @throws conflict without a place, and what the other machine says */
  readonly listCopies: () => Promise<ReturnType<typeof listCopies>>
  readonly close: () => Promise<void>
}

export function openElsewhere(parts: OpenElsewhereParts): Elsewhere {
  const { db, setting, ending } = parts
  const { begin, close } = openJob(parts, copyJob(parts), ending)
  return {
    state: () => readState(parts),
    async save(input) {
      requireNoSetting(setting)
      const stored = await findPlace(parts)
      const place = withStoredSecret(input, stored.place)
      await tryPlace(place, stored.key)
      await storePlace(db, { place })
      await db.deleteFrom('jobs').where('name', '=', COPY_JOB).execute()
    },
    async remove() {
      requireNoSetting(setting)
      await storePlace(db, { place: null })
    },
    saveKey: (key) => storePlace(db, { key }),
    begin,
    async listCopies() {
      const { place: settings } = await findPlace(parts)
      if (!settings) throw new AppError('conflict', 'No other place for backups is named.')
      const place = await openPlace(settings)
      return listCopies(await place.list().finally(() => place.close()), parts.now())
    },
    close,
  }
}

async function readState(parts: OpenElsewhereParts): Promise<BackupPlaceState> {
  const [{ place, key }, job] = await Promise.all([findPlace(parts), findJob(parts.db, COPY_JOB)])
  return {
    ...factsOf(place),
    isOfSettings: parts.setting !== null,
    hasKey: key !== null,
    ...(job ? await progressOf(parts, job) : { running: null, failure: null, last: null }),
  }
}

async function progressOf(parts: OpenElsewhereParts, job: StoredJob): Promise<Pick<BackupPlaceState, 'running' | 'failure' | 'last'>> {
  const { started_at, failed_at, succeeded_at, problem, result } = job
  return {
    running: (await isRunning(parts, job, COPY_LOCK)) ? { since: toIso(started_at ?? 0) } : null,
    failure: failed_at === null ? null : { at: toIso(failed_at), message: problem ?? '' },
    last: succeeded_at === null ? null : { at: toIso(succeeded_at), name: result ?? '' },
  }
}

/** What may leave the server. */
function factsOf(place: PlaceSettings | null): Pick<BackupPlaceState, 'url' | 'endpoint' | 'region' | 'hostKey'> {
  const url = place && placeUrl(place)
  if (place?.type === 's3') return { url, endpoint: place.endpoint, region: place.region, hostKey: null }
  return { url, endpoint: null, region: null, hostKey: place?.hostKey ?? null }
}

function requireNoSetting(setting: PlaceSettings | null): void {
  if (setting) throw new AppError('conflict', 'The place is set where the blog runs, and can be changed only there.')
}

const NO_SECRET = 'Please give the secret key, or the password, of this place.'

/** An empty secret means the stored one, but only where it belongs: another machine must not get it. */
function withStoredSecret(input: PlaceInput, stored: PlaceSettings | null): PlaceSettings {
  const place = readPlace(input)
  if (!place) throw new AppError('bad_request', 'Please write it like s3://bucket/folder or sftp://user@host/folder.', { field: 'url' })
  if (input.secret !== '') return place
  if (place.type === 's3' && stored?.type === 's3' && isSameBucket(place, stored)) {
    const { accessKeyId, secretAccessKey } = stored
    return { ...place, accessKeyId: place.accessKeyId || accessKeyId, secretAccessKey }
  }
  if (place.type === 'sftp' && stored?.type === 'sftp' && isSameUser(place, stored)) return { ...place, secret: stored.secret }
  throw new AppError('bad_request', NO_SECRET, { field: 'secret' })
}

type OfType<T extends PlaceSettings['type']> = Extract<PlaceSettings, { type: T }>
const isSameBucket = (a: OfType<'s3'>, b: OfType<'s3'>) => a.bucket === b.bucket && a.endpoint === b.endpoint
const isSameUser = (a: OfType<'sftp'>, b: OfType<'sftp'>) => a.host === b.host && a.port === b.port && a.user === b.user

/** Writes a small file, reads it and deletes it. @throws conflict with the shown host key, unavailable */
export async function tryPlace(settings: PlaceSettings, key: BackupKey | null): Promise<void> {
  const place = await openPlace(settings)
  try {
    const files = await place.list()
    const name = `kindred-probe-${randomBytes(6).toString('hex')}`
    const bytes = randomBytes(64)
    await place.write(name, oneChunk(bytes), bytes.byteLength)
    const read = await buffer(Readable.from(place.read(name)))
    await place.remove(name)
    if (!read.equals(bytes)) throw placeError('This place does not give back what was written.')
    if (key)
      await placeKeyFile(
        place,
        key,
        files.map((file) => file.name),
      )
  } catch (error) {
    if (error instanceof UnknownHostKey && settings.type === 'sftp' && settings.hostKey === null)
      throw new AppError(
        'conflict',
        `The other machine shows the key ${error.shown}. Compare it with the one that its company or ssh-keygen -l names, then enter it here.`,
        { field: 'hostKey' },
      )
    throw error
  } finally {
    await place.close()
  }
}
