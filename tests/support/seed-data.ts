import { ADMIN, type Account, OTHER_READER, READER } from './accounts.ts'
import { runScript } from './blog-process.ts'

/** Writes the samples and the accounts of accounts.ts into an empty data folder, with the command line. */
export async function seedData(folder: string): Promise<void> {
  await blog(folder, ...createWords(ADMIN, '--admin'))
  await blog(folder, 'seed')
  await Promise.all([READER, OTHER_READER].map((account) => blog(folder, ...createWords(account))))
}

const createWords = ({ username, email, password }: Account, ...flags: string[]) => [
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

async function blog(folder: string, ...words: string[]): Promise<void> {
  const { exitCode, output } = await runScript('src/server/cli/main.ts', words, { DATA_DIR: folder })
  if (exitCode !== 0) throw new Error(`npm run blog -- ${words[0]} failed:\n${output}`)
}
