import { parseArgs } from 'node:util'
import { ZodError } from 'zod'
import { AppError } from '#contract/errors.ts'
import { upgradeDatabase } from '#server/backup/upgrade-database.ts'
import { type Config, loadConfig } from '#server/platform/config.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { StartError } from '#server/platform/start-error.ts'
import { prepareDataFolder } from '#server/platform/data-folder.ts'
import type { Command, Flags, LoneCommand } from './command.ts'
import { backupCommands } from './backup.command.ts'
import { doctorCommand } from './doctor.command.ts'
import { exportCommand } from './export.command.ts'
import { importCommand } from './import.command.ts'
import { seedCommand } from './seed.command.ts'
import { storageCommand } from './storage.command.ts'
import { userCommands } from './user.command.ts'

/** What the operator types: npm run blog -- <name> [--flags]. */
const commands: readonly (Command | LoneCommand)[] = [
  ...userCommands,
  seedCommand,
  ...backupCommands,
  importCommand,
  exportCommand,
  doctorCommand,
  storageCommand,
]

const out = (line: string) => process.stdout.write(`${line}\n`)

function usage(): string {
  const width = Math.max(...commands.map((command) => command.usage.length))
  return [
    'Usage: npm run blog -- <command>',
    '',
    ...commands.map((command) => `  ${command.usage.padEnd(width)}  ${command.summary}`),
  ].join('\n')
}

/** A command's own mistakes in plain words; anything else keeps its stack. */
function explain(error: unknown): string | undefined {
  if (error instanceof AppError || error instanceof StartError) return error.message
  if (error instanceof ZodError) return error.issues[0]?.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return error.message
  return undefined
}

async function upgrade(db: Database, { databaseUrl, backup }: Config): Promise<void> {
  const made = await upgradeDatabase({ db, databaseUrl, folder: backup.folder, now: Date.now })
  if (made.backup !== null) out(`The database was upgraded; what it was before is in ${made.backup}.`)
}

async function run(argv: readonly string[]): Promise<void> {
  const command = commands.find(({ name }) => name.every((word, index) => argv[index] === word))
  if (!command) {
    out(usage())
    process.exitCode = argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' ? 0 : 1
    return
  }
  const { values, positionals: words } = parseArgs({
    args: argv.slice(command.name.length),
    options: command.flags,
    allowPositionals: command.words !== undefined,
    strict: true,
  })
  if (words.length > (command.words ?? 0)) throw new AppError('bad_request', `That is too much: npm run blog -- ${command.usage}`)
  if ('runAlone' in command) return command.runAlone({ flags: values as Flags, out })
  const config = loadConfig(process.env)
  await prepareDataFolder(config.dataDir)
  const db = await openDatabase(config.databaseUrl)
  try {
    if (command.database === undefined) await upgrade(db, config)
    await command.run({ db, config, flags: values as Flags, words, out })
  } finally {
    await db.destroy()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const message = explain(error)
  if (message === undefined) throw error
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}
