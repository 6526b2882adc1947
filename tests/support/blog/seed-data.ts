import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { NEW_ACCOUNT_MS } from '#comments/contract/comment-limits.ts'
import { ADMIN, type Account, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { runScript } from './blog-process.ts'

/** Writes the samples and the accounts of accounts.ts into an empty data folder, with the command line. */
export async function seedData(folder: string): Promise<void> {
  await runCommands(folder, [createWords(ADMIN, '--admin'), ['seed'], createWords(READER), createWords(OTHER_READER)])
  // Comments of a new account wait for approval once they come faster than people write, as those of journeys do.
  using db = new DatabaseSync(join(folder, 'kindred.sqlite'))
  db.prepare('update users set created_at = created_at - ? where email in (?, ?)').run(NEW_ACCOUNT_MS, READER.email, OTHER_READER.email)
  // No backup of the day begins while a journey makes one.
  db.prepare("insert into jobs (name, succeeded_at) values ('backup', ?)").run(Date.now())
}

export const createWords = ({ username, email, password }: Account, ...flags: string[]): string[] => [
  'user',
  'create',
  '--username',
  username,
  '--email',
  email,
  '--password',
  password,
  ...flags,
]

/** Runs commands of `npm run blog`, one after the other. */
export async function runCommands(folder: string, commands: readonly (readonly string[])[]): Promise<void> {
  const { exitCode, output } = await runScript('tests/support/blog/run-commands.mjs', [JSON.stringify(commands)], { DATA_DIR: folder })
  if (exitCode !== 0) throw new Error(`npm run blog failed:\n${output}`)
}
