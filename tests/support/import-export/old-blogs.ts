import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrate.ts'

import { createOldBlog, type OldRow, readOldRows } from '#tests/support/safe-copies/last-0.1.ts'
import { createPostgresDatabase } from '#tests/support/database/postgres.ts'
import type { Engine } from '#tests/support/test-app.ts'

export const withDatabase = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = await openDatabase(url)
  return work(db).finally(() => db.destroy())
}

/** Blogs of the last version 0.1, before and after the bridge. */
export function oldBlogs(engine: Engine) {
  const withBlog = async (rows: readonly OldRow[], work: (url: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'kindred-bridge-'))
    const { url, drop } =
      engine === 'postgres' ? await createPostgresDatabase() : { url: `sqlite:${join(folder, 'x.sqlite')}`, drop: async () => {} }
    try {
      await createOldBlog(url, rows)
      await work(url)
    } finally {
      await drop()
      await rm(folder, { recursive: true })
    }
  }
  /** @param more rows added to those of the kept blog */
  const withMoved = async (work: (db: Database, rows: readonly OldRow[]) => Promise<void>, more: readonly OldRow[] = []): Promise<void> => {
    const rows = [...(await readOldRows()), ...more]
    await withBlog(rows, (url) =>
      withDatabase(url, async (db) => {
        expect(await migrate(db)).toEqual(['0001-schema'])
        await work(db, rows)
      }),
    )
  }
  return { withBlog, withMoved }
}

/** Rows in an order and a form that do not depend on the engine. */
export const sorted = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => a.localeCompare(b)))).sort()
