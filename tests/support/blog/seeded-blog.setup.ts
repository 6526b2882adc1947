import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { hash } from '@node-rs/argon2'
import type { TestProject } from 'vitest/node'
import { ADMIN, OTHER_READER, READER } from '#tests/support/accounts.ts'
import { seedData } from './seed-data.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder with the samples and the accounts of the journeys. Tests copy it and never write to it. */
    seededData: string
  }
}

/** Vitest's global setup of the e2e project: creates the seeded blog once. */
export default async function setUpSeededBlog({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-seeded-'))
  await seedData(folder)
  await weakenPasswords(join(folder, 'kindred.sqlite'))
  provide('seededData', folder)
  return () => rm(folder, { recursive: true, force: true })
}

/** As weak as argon2 allows: the journeys sign in hundreds of times. */
async function weakenPasswords(file: string): Promise<void> {
  const db = new DatabaseSync(file)
  for (const { email, password } of [ADMIN, READER, OTHER_READER]) {
    const weak = await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
    db.prepare('update users set password_hash = ? where email = ?').run(weak, email)
  }
  db.close()
}
