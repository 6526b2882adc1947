import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrations } from '#migrations/migrations.ts'

import { createOldBlog, type KeptRow, readOldRows } from '#tests/support/safe-copies/kept-blogs.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import type { Engine } from '#tests/support/test-app.ts'

export const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase(url)
  return work(db).finally(() => db.destroy())
}

/** An empty database, which is removed after the work. */
export async function withEmptyDatabase(engine: Engine, work: (url: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-kept-'))
  const { url, drop } =
    engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
  try {
    await work(url)
  } finally {
    await drop()
    await rm(folder, { recursive: true })
  }
}

/** Blogs of the last version 0.1, before and after the bridge. */
export function oldBlogs(engine: Engine) {
  const withBlog = (rows: readonly KeptRow[], work: (url: string) => Promise<void>): Promise<void> =>
    withEmptyDatabase(engine, async (url) => {
      await createOldBlog(url, rows)
      await work(url)
    })
  /** @param more rows added to those of the kept blog */
  const withMoved = async (
    work: (db: Database, rows: readonly KeptRow[]) => Promise<void>,
    more: readonly KeptRow[] = [],
  ): Promise<void> => {
    const rows = [...(await readOldRows()), ...more]
    await withBlog(rows, (url) =>
      withDatabase(url, async (db) => {
        expect(await migrate(db)).toEqual(Object.keys(migrations))
        await work(db, rows)
      }),
    )
  }
  return { withBlog, withMoved }
}

/** Rows in an order and a form that do not depend on the engine. */
export const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).sort()
