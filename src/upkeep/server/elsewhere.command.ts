import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { openProgress } from '#platform/cli/progress.ts'
import type { Command, CommandContext } from '#platform/cli/command.ts'
import { openLocks } from '#platform/database/lock.ts'
import type { PlaceSettings } from '#platform/process/place-settings.ts'
import { openStorage } from '#media/server/index.ts'
import { askPassphrase, FORCE, restoreFrom, verifyBackup } from './backup.command.ts'
import type { ArchiveSource } from './backup/archive-source.ts'
import { backupName } from './backup/backup-names.ts'
import { createBackup, sizeText } from './backup/create-backup.ts'
import type { BackupKey } from './elsewhere/backup-key.ts'
import { COPY_LOCK, copyJob } from './elsewhere/copy-elsewhere.ts'
import { listCopies, withCopy } from './elsewhere/fetch-copy.ts'
import { renewKey, withPlace } from './elsewhere/open-elsewhere.ts'
import { findPlace, storePlace, type StoredPlace } from './elsewhere/place.store.ts'
import { runJob } from './jobs/run-job.ts'

const MEGABYTE = 1024 * 1024

const passphrase: Command = {
  name: ['elsewhere', 'passphrase'],
  usage: 'elsewhere passphrase',
  summary: 'Makes the key of the copies in another place, uses it from then on, and prints its passphrase, once.',
  flags: {},
  async run(context) {
    const { place } = await requirePlace(context)
    const { passphrase: words, keyName } = await renewKey(context.db, place, async () => {})
    context.out(`The passphrase of the backups from now on: ${words}`)
    context.out(`Write it on paper: it is stored nowhere, and without it the copies cannot be opened. Their key is in ${keyName}.`)
  },
}

const copy: Command = {
  name: ['elsewhere', 'copy'],
  usage: 'elsewhere copy',
  summary: 'Makes a backup, copies it to the other place, and reads it back.',
  flags: {},
  async run(context) {
    const { db, out } = context
    const { databaseUrl, storage, backup } = context.config
    const { key } = await requirePlace(context)
    if (!key) throw new AppError('conflict', 'Please make the passphrase first: npm run blog -- elsewhere passphrase')
    await using locks = openLocks(databaseUrl)
    // Locked before there is a backup: the blog would begin to copy it, too.
    const copied = await locks.withLock(COPY_LOCK, async () => {
      const { files } = await openStorage(storage)
      const path = join(backup.folder, backupName('by-hand', Date.now()))
      await createBackup({ databaseUrl, files, path, now: Date.now })
      return runJob({ db, now: Date.now }, copyJob({ db, setting: backup.place, folder: backup.folder }))
    })
    if (!copied) throw new AppError('conflict', 'The blog is copying a backup just now. Please try again in a few minutes.')
    out(`Copied ${join(backup.folder, copied.result)}, and read it back: it is the same.`)
  },
}

const list: Command = {
  name: ['elsewhere', 'list'],
  usage: 'elsewhere list',
  summary: 'Lists the copies in the other place, newest first.',
  flags: {},
  database: 'as it is',
  async run(context) {
    const { place } = await requirePlace(context)
    const copies = listCopies(await withPlace(place, (opened) => opened.list()), Date.now())
    if (copies.length === 0) context.out('There is none.')
    for (const { name, bytes } of copies) context.out(`${name} (${sizeText(bytes)})`)
  },
}

const verify: Command = {
  name: ['elsewhere', 'verify'],
  usage: 'elsewhere verify [NAME]',
  summary: 'Fetches a copy, the newest without a name, decrypts it, and says what is wrong with it.',
  flags: {},
  words: 1,
  database: 'as it is',
  run: (context) => fetched(context, (source) => verifyBackup(context, source)),
}

const restore: Command = {
  name: ['elsewhere', 'restore'],
  usage: 'elsewhere restore [NAME] [--force]',
  summary: 'Fetches a copy, the newest without a name, and puts it in place as restore does.',
  flags: { force: FORCE },
  words: 1,
  database: 'as it is',
  run: (context) =>
    fetched(context, async (source, { recipient, keyFile }) => {
      await restoreFrom(context, source)
      // A backup does not hold its key. On a new machine, copies go on with the one whose passphrase was just typed.
      if ((await requirePlace(context)).key) return
      await storePlace(context.db, { key: { recipient, keyFile } })
      context.out('Copies of new backups go on with the same passphrase.')
    }),
}

/** Fetches the copy that is named, for as long as the work needs it. */
async function fetched(context: CommandContext, work: (source: ArchiveSource, key: BackupKey) => Promise<void>): Promise<void> {
  const { place } = await requirePlace(context)
  const order = { name: context.words[0], passphrase: await askPassphrase(context), dataDir: context.config.dataDir }
  const progress = openProgress('MB')
  const onProgress = (bytes: number, total: number) => progress.show(Math.round(bytes / MEGABYTE), Math.round(total / MEGABYTE), '')
  await withPlace(place, (opened) =>
    withCopy(opened, { ...order, onProgress }, async (source, key) => {
      progress.end()
      await work(source, key)
    }),
  ).finally(() => progress.end())
}

/** @throws bad_request if neither a setting nor the dashboard names a place */
async function requirePlace({ db, config }: CommandContext): Promise<StoredPlace & { readonly place: PlaceSettings }> {
  const setting = config.backup.place
  // On an empty folder there is no database yet.
  const stored = await findPlace(db, setting).catch((): StoredPlace => ({ place: setting, key: null, isOverSsh: false }))
  if (stored.place) return { ...stored, place: stored.place }
  throw new AppError('bad_request', 'No other place for backups is known: set BACKUP_URL and its keys, or name one in the dashboard.')
}

export const elsewhereCommands: readonly Command[] = [passphrase, copy, list, verify, restore]
