import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { AppError } from '#platform/contract/errors.ts'
import type { BackupManifest } from './backup/archive-format.ts'
import { backupName } from './backup/backup-names.ts'
import { createBackup, sizeText } from './backup/create-backup.ts'
import { openArchive } from './backup/open-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { askPassphrase, FORCE, withFetched } from './elsewhere/command-parts.ts'
import { decryptCopy } from './elsewhere/fetch-copy.ts'
import { openStorage } from '#media/server/index.ts'
import type { Command, CommandContext } from '#platform/cli/command.ts'

const backup: Command = {
  name: ['backup'],
  usage: 'backup [FILE]',
  summary: 'Writes everything into one file while the blog serves; without a name, a dated one beside the daily ones.',
  flags: {},
  words: 1,
  database: 'as it is',
  async run({ config, words, out }) {
    const [file = '-'] = words
    const path = file === '-' ? join(config.backup.folder, backupName('asked', Date.now())) : resolve(file)
    const { files } = await openStorage(config.storage)
    const { databaseUrl } = config
    const summary = await withStopSignal((signal) => createBackup({ databaseUrl, files, path, now: Date.now, signal }))
    out(`${path} (${sizeText(summary.bytes)})`)
    out(describe(summary.manifest))
    const missing = summary.manifest.files?.missing.length ?? 0
    if (missing > 0) out(`${missing} pictures were not there, or were just taken away; the file says which.`)
  },
}

const verify: Command = {
  name: ['verify'],
  usage: 'verify FILE',
  summary: 'Reads a backup from end to end and says what is wrong with it.',
  flags: {},
  words: 1,
  database: 'as it is',
  async run(context) {
    const path = resolve(requireFile(context.words, 'verify'))
    await withDecrypted(context, path, (decrypted) => verifyBackup(context, { path: decrypted, name: path }))
  },
}

const restore: Command = {
  name: ['restore'],
  usage: 'restore FILE [--force]',
  summary: 'Puts a backup in place: into an empty blog, or with --force of what is there, which is backed up first.',
  flags: { force: FORCE },
  words: 1,
  database: 'as it is',
  async run(context) {
    const path = resolve(requireFile(context.words, 'restore'))
    await withDecrypted(context, path, (decrypted) => restoreFile(context, { path: decrypted, name: path }))
  },
}

interface NamedFile {
  readonly path: string
  /** What the operator called it. */
  readonly name: string
}

/** Prints what is in a backup. @throws bad_request for a damaged one */
export async function verifyBackup({ config, out }: CommandContext, { path, name }: NamedFile): Promise<void> {
  const archive = await openArchive(path, (await stat(config.dataDir).catch(() => null))?.isDirectory() ? config.dataDir : tmpdir())
  await archive.close()
  if (archive.problems.length > 0)
    throw new AppError('bad_request', [`${name} is damaged:`, ...archive.problems.map((line) => `  ${line}`)].join('\n'))
  out(`${name} is whole.`)
  out(describe(archive.manifest))
  for (const line of describeMissingPictures(archive.missingPictures)) out(line)
}

export async function restoreFile({ db, config, flags, out }: CommandContext, { path, name }: NamedFile): Promise<void> {
  const { databaseUrl } = config
  const { files } = await openStorage(config.storage)
  const place = { db, databaseUrl, files, scratch: config.dataDir, folder: config.backup.folder }
  const { manifest, missingPictures } = await restoreBackup({ ...place, path, force: flags['force'] === true, now: Date.now, say: out })
  out(`Restored ${name}.`)
  out(describe(manifest))
  for (const line of describeMissingPictures(missingPictures)) out(line)
  out('Everyone signs in again.')
}

/** Decrypts a copy of another place, with the key file beside it, for as long as the work needs it. */
async function withDecrypted(context: CommandContext, path: string, work: (path: string) => Promise<void>): Promise<void> {
  if (!path.endsWith('.age')) return work(path)
  const passphrase = await askPassphrase(context)
  await withFetched(context.config.dataDir, async (to) => {
    await decryptCopy({ path, passphrase, to })
    await work(to)
  })
}

function requireFile(words: readonly string[], command: string): string {
  const [file] = words
  if (file === undefined) throw new AppError('bad_request', `Please name the file: npm run blog -- ${command} FILE`)
  return file
}

function describe({ createdAt, blogVersion, schema, tables, files }: Omit<BackupManifest, 'sums'>): string {
  const rows = (name: string) => tables[name]?.rows ?? 0
  const what = [
    `${rows('posts')} posts, pages and drafts`,
    `${rows('comments')} comments`,
    `${rows('users')} accounts`,
    files ? `${rows('pictures')} pictures in ${files.count} files` : 'no files (it was made before an upgrade)',
  ]
  return `${what.join(', ')}; of ${createdAt}, Kindred ${blogVersion}, schema ${schema}.`
}

const describeMissingPictures = (folders: readonly string[]) =>
  folders.length === 0
    ? []
    : [
        `${folders.length} pictures that are shown were not there when it was made: ${folders.map((folder) => `files/${folder}`).join(', ')}`,
      ]

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
