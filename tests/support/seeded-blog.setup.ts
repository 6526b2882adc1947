import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
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
  provide('seededData', folder)
  return () => rm(folder, { recursive: true, force: true })
}
