import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ADMIN, type Account, OTHER_READER, READER } from './accounts.ts'
import { runScript } from './blog-process.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with the samples and the accounts of the journeys. Tests copy it and never write to it. */
    seededData: string
  }
}

/** Vitest's global setup of the e2e project: creates the seeded blog once, with the command line. */
export default async function setUpSeededBlog({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-seeded-'))
  await blog(folder, ...createWords(ADMIN, '--admin'))
  await blog(folder, 'seed')
  for (const account of [READER, OTHER_READER]) await blog(folder, ...createWords(account))
  provide('seededData', folder)
  return () => rm(folder, { recursive: true, force: true })
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
