import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { type CommandContext, type Flag } from '#platform/cli/command.ts'
import { normalizePassphrase } from './backup-key.ts'
import type { BackupPlace } from './backup-place.ts'
import { findPlace } from './copy-elsewhere.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { openPlace } from './open-place.ts'
import type { StoredPlace } from './place.store.ts'

export const FORCE: Flag = { type: 'boolean', help: 'replaces the blog that is there, after a backup of it' }

const NO_PASSPHRASE = 'Please type the passphrase that is on the paper; without a terminal, put it on standard input: … < FILE'

export const askPassphrase = ({ ask }: CommandContext): Promise<string> =>
  ask({ label: 'Passphrase of the backups', rule: z.string().min(1, NO_PASSPHRASE), secret: true })

/** Asks until it is the passphrase that was just printed. */
export const confirmPassphrase = ({ ask }: CommandContext, passphrase: string): Promise<string> =>
  ask({
    label: 'Type it once from your paper',
    rule: z.string().refine((typed) => normalizePassphrase(typed) === passphrase, 'That is not what is printed above. Please try again.'),
  })

const FETCHED_PREFIX = '.kindred-fetched-'

/** Gives the work the path of a file that does not exist yet, in a folder that is deleted afterwards. */
export async function withFetched<T>(dataDir: string, work: (path: string) => Promise<T>): Promise<T> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(FETCHED_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(dataDir, FETCHED_PREFIX))
  try {
    return await work(join(folder, 'backup.tar'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** @throws bad_request if neither a setting nor the dashboard names a place */
export async function requirePlace({ db, config }: CommandContext): Promise<StoredPlace & { readonly place: PlaceSettings }> {
  const setting = config.backup.place
  // On an empty folder there is no database yet.
  const { place, key } = await findPlace({ db, setting }).catch((): StoredPlace => ({ place: setting, key: null }))
  if (!place)
    throw new AppError('bad_request', 'No other place for backups is known: set BACKUP_URL and its keys, or name one in the dashboard.')
  return { place, key }
}

/** @throws bad_request as `requirePlace` */
export async function withPlace<T>(context: CommandContext, work: (place: BackupPlace) => Promise<T>): Promise<T> {
  const place = await openPlace((await requirePlace(context)).place)
  return work(place).finally(() => place.close())
}
