import { join } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import { openProgress } from '#platform/cli/progress.ts'
import type { Command, CommandContext } from '#platform/cli/command.ts'
import { openLocks } from '#platform/database/lock.ts'
import { openStorage } from '#media/server/index.ts'
import { restoreFile, verifyBackup } from './backup.command.ts'
import { backupName } from './backup/backup-names.ts'
import { createBackup, sizeText } from './backup/create-backup.ts'
import { createBackupKey, keyFileName } from './elsewhere/backup-key.ts'
import { askPassphrase, confirmPassphrase, FORCE, requirePlace, withFetched, withPlace } from './elsewhere/command-parts.ts'
import { placeKeyFile } from './elsewhere/copy-backup.ts'
import { COPY_LOCK, copyJob } from './elsewhere/copy-elsewhere.ts'
import { fetchCopy, findKey, listCopies } from './elsewhere/fetch-copy.ts'
import { storePlace } from './elsewhere/place.store.ts'
import { runJob } from './jobs/run-job.ts'

const MEGABYTE = 1024 * 1024

const passphrase: Command = {
  name: ['elsewhere', 'passphrase'],
  usage: 'elsewhere passphrase',
  summary: 'Makes the key of the copies in another place, prints its passphrase, once, and on a terminal asks for it back.',
  flags: {},
  async run(context) {
    await withPlace(context, async (place) => {
      const { passphrase: words, ...key } = await createBackupKey()
      context.out(`The passphrase of the backups from now on: ${words}`)
      context.out(
        `Write it on paper: it is stored nowhere, and without it the copies cannot be opened. Their key is in ${keyFileName(key.recipient)}.`,
      )
      if (context.hasTerminal) await confirmPassphrase(context, words)
      await placeKeyFile(place, key, [])
      await storePlace(context.db, { key })
      context.out('Copies are encrypted with it from now on.')
    })
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
    await withPlace(context, async (place) => {
      const copies = listCopies(await place.list(), Date.now())
      if (copies.length === 0) context.out('There is none.')
      for (const { name, bytes } of copies) context.out(`${name} (${sizeText(bytes)})`)
    })
  },
}

/** Fetches a copy, the newest one unless it is named, for as long as the work needs it. */
async function withCopy(
  context: CommandContext,
  work: (file: { path: string; name: string }, words: string) => Promise<void>,
): Promise<void> {
  const words = await askPassphrase(context)
  await withFetched(context.config.dataDir, async (to) => {
    const progress = openProgress('MB')
    const name = await withPlace(context, (place) =>
      fetchCopy(place, {
        name: context.words[0],
        passphrase: words,
        to,
        onProgress: (bytes, total) => progress.show(Math.round(bytes / MEGABYTE), Math.round(total / MEGABYTE), ''),
      }),
    ).finally(() => progress.end())
    await work({ path: to, name }, words)
  })
}

const verify: Command = {
  name: ['elsewhere', 'verify'],
  usage: 'elsewhere verify [NAME]',
  summary: 'Fetches a copy, the newest without a name, decrypts it, and says what is wrong with it.',
  flags: {},
  words: 1,
  database: 'as it is',
  run: (context) => withCopy(context, (file) => verifyBackup(context, file)),
}

const restore: Command = {
  name: ['elsewhere', 'restore'],
  usage: 'elsewhere restore [NAME] [--force]',
  summary: 'Fetches a copy, the newest without a name, and puts it in place as restore does.',
  flags: { force: FORCE },
  words: 1,
  database: 'as it is',
  run: (context) =>
    withCopy(context, async (file, words) => {
      await restoreFile(context, file)
      await keepKey(context, words)
    }),
}

/** A backup does not hold its key. On a new machine, copies go on with the one whose passphrase was just typed. */
async function keepKey(context: CommandContext, words: string): Promise<void> {
  if ((await requirePlace(context)).key) return
  const key = await withPlace(context, (place) => findKey(place, words))
  if (!key) return
  await storePlace(context.db, { key })
  context.out('Copies of new backups go on with the same passphrase.')
}

export const elsewhereCommands: readonly Command[] = [passphrase, copy, list, verify, restore]
