import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { listTables } from '#platform/database/database.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { BACKUP_TABLES, isPartOfIndex } from './backup-tables.ts'
import { readShapes } from './read-rows.ts'

onEachEngine('The list of tables for backups', (engine) => {
  const blog = useTestApp(engine)

  it('contains every table of the database', async () => {
    const names = (await listTables(blog().db)).map((table) => table.name).filter((name) => !isPartOfIndex(name))
    const listed = BACKUP_TABLES.map((table) => table.name)
    expect(names.filter((name) => !listed.includes(name))).toEqual([])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('has primary keys and existing columns', async () => {
    for (const { name, key, columns } of await readShapes(blog().db)) {
      expect(columns.map((column) => column.name)).toEqual(expect.arrayContaining([...key]))
      const keys = engine === 'sqlite' ? await sqliteKey(name) : await postgresKey(name)
      expect([name, keys.toSorted()]).toEqual([name, key.toSorted()])
    }
  })

  it('has referenced tables before the tables that reference them', async () => {
    const order = BACKUP_TABLES.map((table) => table.name)
    const references =
      engine === 'sqlite'
        ? sql<{
            child: string
            parent: string
          }>`select m.name as child, f."table" as parent from sqlite_schema m, pragma_foreign_key_list(m.name) f`
        : sql<{ child: string; parent: string }>`
            select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint where contype = 'f'`
    const { rows } = await references.execute(blog().db)
    expect(rows.length).toBeGreaterThan(5)
    for (const { child, parent } of rows) expect([child, order.indexOf(parent) < order.indexOf(child)]).toEqual([child, true])
  })

  async function sqliteKey(table: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0`.execute(blog().db)
    return rows.map((row) => row.name)
  }
  async function postgresKey(table: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
      where indisprimary and indrelid = ${table}::regclass`.execute(blog().db)
    return rows.map((row) => row.name)
  }
})
