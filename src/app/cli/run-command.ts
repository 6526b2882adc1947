import { existsSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { AppError } from '#platform/contract/errors.ts'
import { isEmptyBlog, upgradeDatabase } from '#operations/server/index.ts'
import { requireRoom } from '#platform/database/require-room.ts'
import { sqliteFileOf } from '#platform/database/sqlite-file.ts'
import { type Config, loadConfig } from '#platform/process/config.ts'
import { explainFullDisk } from '#platform/process/explain-full-disk.ts'
import { prepareDataFolder } from '#platform/process/data-folder.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { explainFileError } from '#platform/process/explain-file-error.ts'
import { openLocks } from '#platform/database/lock.ts'
import { listAppliedMigrations } from '#platform/database/migrate.ts'
import { RUNNING_LOCK, withRunningLock } from '#platform/database/running-lock.ts'
import { isUpgrading } from '#app/process/upgrade-mark.ts'
import { StartError } from '#platform/process/start-error.ts'
import { createAsk, type Terminal } from '#platform/cli/ask.ts'
import { offSiteCommands } from '#operations/server/off-site.command.ts'
import { backupCommands } from '#operations/server/backup.command.ts'
import type { Command, Flags, StandaloneCommand, StandaloneContext } from '#platform/cli/command.ts'
import { doctorCommand } from '#operations/server/doctor.command.ts'
import { exportCommand } from '#import-export/server/export.command.ts'
import { describeCommand, listCommands, unknownCommand, unknownFlag } from '#platform/cli/help.ts'
import { importCommand } from '#import-export/server/import.command.ts'
import { seedCommand } from '#operations/server/seed.command.ts'
import { upgradeCommands } from '#operations/server/upgrade.command.ts'
import { userCommands } from '#accounts/server/user.command.ts'

export const commands: readonly (Command | StandaloneCommand)[] = [
  ...userCommands,
  seedCommand,
  ...backupCommands,
  ...offSiteCommands,
  importCommand,
  exportCommand,
  doctorCommand,
  ...upgradeCommands,
]

export interface CommandLine extends Terminal {
  /** The words after `npm run blog --`. */
  readonly words: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly error: (line: string) => void
}

const CALL = 'npm run blog --'

/** Where the blog is installed, its commands begin with another word (deploy/kindred). */
function asCalled(given: CommandLine): CommandLine {
  const name = given.env['BLOG_COMMAND']
  if (name === undefined) return given
  const reword = (print: (line: string) => void) => (text: string) => print(text.replaceAll(CALL, name))
  return { ...given, out: reword(given.out), error: reword(given.error) }
}

/** Runs one command. Prints the operator's mistakes, throws other errors. @returns the exit code */
export async function runCommand(given: CommandLine): Promise<number> {
  const line = asCalled(given)
  let exitCode = 0
  try {
    await run(line, (code = 1) => void (exitCode = code))
    return exitCode
  } catch (error) {
    const message = explain(error, line.env)
    if (message === undefined) throw error
    line.error(message)
    return 1
  }
}

async function run(line: CommandLine, fail: StandaloneContext['fail']): Promise<void> {
  const { env, out } = line
  const isHelp = line.words[0] === 'help' || line.words.some((word) => word === '--help' || word === '-h')
  const argv = line.words.filter((word, index) => !['--help', '-h'].includes(word) && !(index === 0 && word === 'help'))
  if (argv.length === 0) return out(listCommands(commands))
  const command = commands.find(({ name }) => name.every((word, index) => argv[index] === word))
  const group = commands.filter(({ name }) => name.length > 1 && name[0] === argv[0])
  if (isHelp && !command && argv.length === 1 && group.length > 0) return out(listCommands(group))
  if (!command)
    throw unknownCommand(
      commands,
      argv.filter((word) => !word.startsWith('-')),
    )
  if (isHelp) return out(describeCommand(command))
  const { flags, words } = parse(command, argv.slice(command.name.length))
  const ask = createAsk(line)
  if ('runStandalone' in command) return command.runStandalone({ env, flags, out, fail, ask })
  const config = loadConfig(env)
  await prepareDataFolder(config.dataDir)
  // Backups are unpacked there: SQLite asks for it at its first use.
  process.env['SQLITE_TMPDIR'] ??= config.dataDir
  await requireRoom(config.databaseUrl)
  await withDatabase({ command, config, out }, (db) => command.run({ env, db, config, flags, words, out, fail, ask }))
}

interface Run {
  readonly command: Command
  readonly config: Config
  readonly out: (line: string) => void
}

async function withDatabase({ command, config, out }: Run, run: (db: Database) => Promise<void>): Promise<void> {
  const { databaseUrl } = config
  const file = sqliteFileOf(databaseUrl)
  const newFile = command.database === 'as it is' && file !== null && !existsSync(file) ? file : null
  const db = await openDatabase(databaseUrl)
  try {
    if (command.database === 'as it is') return await run(db)
    requireNoUpgrade(config)
    await upgrade(db, config, out)
    await withRunningLock(databaseUrl, () => run(db))
  } finally {
    if (newFile === null) await db.destroy()
    else await closeNewDatabase(db, databaseUrl, newFile)
  }
}

/** A backup or a restore that is refused leaves no database behind where there was none. */
async function closeNewDatabase(db: Database, databaseUrl: string, file: string): Promise<void> {
  await using locks = openLocks(databaseUrl)
  // Held until the files are gone: a blog that starts meanwhile would write into them.
  const lock = await locks.tryLock(RUNNING_LOCK).catch(() => undefined)
  const isEmpty = async () => (await listAppliedMigrations(db)).length === 0 || isEmptyBlog(db)
  const isUnused = lock !== undefined && (await isEmpty().catch(() => false))
  await db.destroy()
  if (isUnused) for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true })
}

function parse(command: Command | StandaloneCommand, args: string[]): { flags: Flags; words: string[] } {
  const parsed = () => parseArgs({ args, options: command.flags, allowPositionals: true, strict: true })
  try {
    const { values, positionals: words } = parsed()
    if (words.length > (command.words ?? 0)) {
      throw new AppError('bad_request', `'${words.at(-1)}' is one word too many.\n${describeCommand(command)}`)
    }
    return { flags: values as Flags, words }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw error
    const [, flag = ''] = /'(-[^']*)'/.exec((error as Error).message) ?? []
    throw unknownFlag(command, flag)
  }
}

/** Returns the message of an operator's mistake; undefined for other errors. */
function explain(error: unknown, env: NodeJS.ProcessEnv): string | undefined {
  const fullDisk = explainFullDisk(error, findDataDir(env))
  if (fullDisk !== undefined) return fullDisk
  if (error instanceof AppError || error instanceof StartError) return error.message
  if (error instanceof ZodError) return error.issues[0]?.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message
  return explainFileError(error)?.message
}

function findDataDir(env: NodeJS.ProcessEnv): string {
  try {
    return loadConfig(env).dataDir
  } catch {
    return '.'
  }
}

/** What is written before a new version serves would be lost by going back. */
function requireNoUpgrade({ dataDir }: Config): void {
  if (!isUpgrading(dataDir)) return
  throw new AppError('unavailable', 'This blog is being upgraded. Please try again in a minute; nothing was changed.')
}

async function upgrade(db: Database, { databaseUrl, backup }: Config, out: (line: string) => void): Promise<void> {
  const done = await upgradeDatabase({ db, databaseUrl, folder: backup.folder, now: Date.now })
  if (done.backup !== null) out(`The database was upgraded; what it was before is in ${done.backup}.`)
}
