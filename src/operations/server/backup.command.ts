import { join, resolve } from 'node:path'
import { z } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { type ArchiveSource, fileSource } from './backup/archive-source.ts'
import { backupName } from './backup/backup-names.ts'
import { createBackup, sizeText } from './backup/create-backup.ts'
import { openArchive, type OpenedArchive } from './backup/open-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { openCopy } from './off-site/open-copy.ts'
import { contentText, leftOutText } from '#operations/contract/backup-text.ts'
import { describeArchive } from './restore/describe-archive.ts'
import { openStorage } from '#media/server/index.ts'
import type { Command, CommandContext, Flag } from '#platform/cli/command.ts'
import { plural } from '#platform/contract/plural.ts'

const backup: Command = {
  name: ['backup'],
  usage: 'backup [FILE]',
  summary: 'Writes everything into one file while the blog serves; without a name, a dated one beside the daily ones.',
  flags: {},
  words: 1,
  database: 'as it is',
  async run({ config, words, out }) {
    const [file = '-'] = words
    const path = file === '-' ? join(config.backup.folder, backupName('by-hand', Date.now())) : resolve(file)
    const { files } = await openStorage(config.storage)
    const { databaseUrl } = config
    const { bytes, missing } = await withStopSignal((signal) => createBackup({ databaseUrl, files, path, now: Date.now, signal }))
    out(`${path} (${sizeText(bytes)})`)
    if (missing > 0) out(`${plural(missing, '1 picture was', 'pictures were')} not there: verify names each.`)
  },
}

const verify: Command = {
  name: ['verify'],
  usage: 'verify FILE',
  summary: 'Reads a backup from end to end and says what is wrong with it.',
  flags: {},
  words: 1,
  database: 'as it is',
  run: async (context) => verifyBackup(context, await openFile(context, 'verify')),
}

export const FORCE: Flag = { type: 'boolean', help: 'replaces the blog that is there, after a backup of it' }

const restore: Command = {
  name: ['restore'],
  usage: 'restore FILE [--force]',
  summary: 'Puts a backup in place: into an empty blog, or with --force of what is there, which is backed up first.',
  flags: { force: FORCE },
  words: 1,
  database: 'as it is',
  run: async (context) => restoreFrom(context, await openFile(context, 'restore')),
}

/** Prints what is in a backup. @throws bad_request for a damaged one */
export async function verifyBackup({ config, out }: CommandContext, source: ArchiveSource): Promise<void> {
  const archive = await openArchive(source, config)
  await describeWhole(archive, out)
  await archive.close()
  out(archive.leftOut.length === 0 ? `${source.name} is whole.` : `Everything else of ${source.name} is whole.`)
}

export async function restoreFrom({ db, config, flags, out }: CommandContext, source: ArchiveSource): Promise<void> {
  const storage = await openStorage(config.storage)
  const order = { ...config, source, db, storage, folder: config.backup.folder, force: flags['force'] === true, now: Date.now, say: out }
  await restoreBackup(order, async (archive) => {
    out(`Restored ${source.name}.`)
    await describeWhole(archive, out)
  })
  out('Everyone signs in again.')
}

/** Opens the file that a command names. An encrypted copy has its key file beside it. */
async function openFile(context: CommandContext, command: string): Promise<ArchiveSource> {
  const [file] = context.words
  if (file === undefined) throw new AppError('bad_request', `Please name the file: npm run blog -- ${command} FILE`)
  const path = resolve(file)
  return path.endsWith('.age') ? openCopy(path, await askPassphrase(context)) : fileSource(path)
}

const NO_PASSPHRASE = 'Please type the passphrase that is on the paper; without a terminal, put it on standard input: … < FILE'

export const askPassphrase = ({ ask }: CommandContext): Promise<string> =>
  ask({ label: 'Passphrase of the backups', rule: z.string().min(1, NO_PASSPHRASE), secret: true })

async function describeWhole(archive: OpenedArchive, out: CommandContext['out']): Promise<void> {
  const { counts, createdAt, version, admins, hasPictures, leftOut } = await describeArchive(archive)
  out(`${contentText(counts)}; of ${createdAt}, Kindred ${version}.`)
  if (!hasPictures) out('It holds no files: it was made before an upgrade.')
  out(`Its admins: ${admins.map(({ name, email }) => `${name} (${email})`).join(', ') || 'none'}.`)
  if (leftOut.length > 0) out(leftOutText(leftOut))
}

/** Aborts the work on Ctrl-C, which deletes the partial backup. */
async function withStopSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const abort = () => stop.abort(new AppError('unavailable', 'Stopped; no backup was made.'))
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.once(signal, abort)
  try {
    return await work(stop.signal)
  } finally {
    for (const signal of signals) process.removeListener(signal, abort)
  }
}

export const backupCommands: readonly Command[] = [backup, restore, verify]
