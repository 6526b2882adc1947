import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A migrated, empty SQLite database. Tests copy it. */
    sqliteTemplate: string
  }
}

/** Vitest's global setup: migrates one SQLite file for the whole run. */
export default async function setUpSqlite({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-template-'))
  const template = join(folder, 'kindred.sqlite')
  const db = await openDatabase(`sqlite:${template}`)
  await migrate(db).finally(() => db.destroy())
  provide('sqliteTemplate', template)
  return () => rm(folder, { recursive: true })
}
