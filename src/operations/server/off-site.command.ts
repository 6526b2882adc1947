import { AppError } from '#platform/contract/errors.ts'
import { openProgress } from '#platform/cli/progress.ts'
import type { Command, CommandContext } from '#platform/cli/command.ts'
import { askPassphrase, FORCE, restoreFrom, verifyBackup } from './backup.command.ts'
import type { ArchiveSource } from './backup/archive-source.ts'
import { sizeText } from './backup/create-backup.ts'
import type { BackupKey } from './off-site/backup-key.ts'
import { type BackupPlace, withPlace } from './off-site/backup-place.ts'
import { listCopies, openPlacedCopy } from './off-site/open-copy.ts'
import { findPlace, storePlace, type StoredPlace } from './off-site/place.store.ts'

const MEGABYTE = 1024 * 1024

const list: Command = {
  name: ['elsewhere', 'list'],
  usage: 'elsewhere list',
  summary: 'Lists the copies in the other place, newest first.',
  flags: {},
  database: 'as it is',
  run: ({ out, ...context }) =>
    inPlace(context, async (place) => {
      const copies = listCopies(await place.list(), Date.now())
      if (copies.length === 0) out('There is none.')
      for (const { name, bytes } of copies) out(`${name} (${sizeText(bytes)})`)
    }),
}

const verify: Command = {
  name: ['elsewhere', 'verify'],
  usage: 'elsewhere verify [NAME]',
  summary: 'Fetches a copy, the newest without a name, decrypts it, and says what is wrong with it.',
  flags: {},
  words: 1,
  database: 'as it is',
  run: (context) => withCopy(context, (source) => verifyBackup(context, source)),
}

const restore: Command = {
  name: ['elsewhere', 'restore'],
  usage: 'elsewhere restore [NAME] [--force]',
  summary: 'Fetches a copy, the newest without a name, and puts it in place as restore does.',
  flags: { force: FORCE },
  words: 1,
  database: 'as it is',
  run: (context) =>
    withCopy(context, async (source, { recipient, keyFile }) => {
      await restoreFrom(context, source)
      // A backup does not hold its key. On a new machine, copies go on with the one whose passphrase was just typed.
      if ((await findPlace(context.db, context.config.backup.place)).key) return
      await storePlace(context.db, { key: { recipient, keyFile } })
      context.out('Copies of new backups go on with the same passphrase.')
    }),
}

const withCopy = (context: CommandContext, work: (source: ArchiveSource, key: BackupKey) => Promise<void>) =>
  inPlace(context, async (place) => {
    const order = { name: context.words[0], passphrase: await askPassphrase(context), now: Date.now() }
    const { source, bytes, key } = await openPlacedCopy(place, order)
    await work({ ...source, open: () => withProgress(source.open(), bytes) }, key)
  })

async function* withProgress(source: AsyncIterable<Uint8Array>, total: number): AsyncGenerator<Uint8Array> {
  const progress = openProgress('MB')
  let bytes = 0
  try {
    for await (const chunk of source) {
      bytes += chunk.byteLength
      progress.show(Math.round(bytes / MEGABYTE), Math.round(total / MEGABYTE), '')
      yield chunk
    }
  } finally {
    progress.end()
  }
}

/** @throws bad_request if neither a setting nor the dashboard names a place */
async function inPlace({ db, config }: Pick<CommandContext, 'db' | 'config'>, work: (place: BackupPlace) => Promise<void>): Promise<void> {
  const setting = config.backup.place
  // On an empty folder there is no database yet.
  const { place } = await findPlace(db, setting).catch((): Pick<StoredPlace, 'place'> => ({ place: setting }))
  if (place) return withPlace(place, work)
  throw new AppError('bad_request', 'No other place for backups is known: set BACKUP_URL and its keys, or name one in the dashboard.')
}

export const offSiteCommands: readonly Command[] = [list, verify, restore]
