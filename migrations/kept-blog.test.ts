import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrate, migrateTo } from '#platform/database/migrate.ts'
import { createBlogOf10, type KeptRow, readRowsOf10 } from '#tests/support/safe-copies/kept-blogs.ts'
import { onEachEngine } from '#tests/support/engines.ts'
import { describeSchema } from '#tests/support/database/describe-schema.ts'
import { sorted, withDatabase, withEmptyDatabase } from '#tests/support/import-export/old-blogs.ts'

/** Columns that later migrations change or remove, by table: their tests show what becomes of them. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {}

onEachEngine('The blog that is kept of version 1.0', (engine) => {
  it('has the schema that 0001-schema makes: what was released is not edited', async () => {
    const schemaOf = async (prepare: (url: string) => Promise<void>) => {
      let lines: string[] = []
      await withEmptyDatabase(engine, async (url) => {
        await prepare(url)
        lines = await withDatabase(url, describeSchema)
      })
      // PostgreSQL adds brackets when it reads what it wrote.
      return lines.map((line) => line.replaceAll(/[()\s]+/g, ' '))
    }
    const made = await schemaOf((url) => withDatabase(url, (db) => migrateTo(db, '0001-schema')))
    expect(await schemaOf(createBlogOf10)).toEqual(made)
  })

  it('keeps every row in this version', async () => {
    await withEmptyDatabase(engine, async (url) => {
      await createBlogOf10(url)
      await withDatabase(url, async (db) => {
        await migrate(db)
        const before = Map.groupBy(await readRowsOf10(), ({ table }) => table)
        // SQLite alone notes changes in a table.
        if (engine === 'postgres') before.delete('changes')
        for (const [table, kept] of before) {
          const columns = Object.keys(kept[0]?.row ?? {}).filter((column) => !CHANGED[table]?.includes(column))
          const { rows } = await sql<
            KeptRow['row']
          >`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}`.execute(db)
          const unchanged = ({ row }: KeptRow) => Object.fromEntries(columns.map((column) => [column, row[column]]))
          expect(sorted(rows), table).toEqual(sorted(kept.map(unchanged)))
        }
      })
    })
  })
})
