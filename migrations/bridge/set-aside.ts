import { type Kysely, sql, type TableMetadata } from 'kysely'

/** Prefix of the tables of the last version 0.1, once they are moved aside. */
export const OLD = 'last_0_1_'

const HISTORY = /^kysely_/

/** Lists the tables of this blog, also those that were moved aside. Other schemas of PostgreSQL may belong to other applications. */
export async function listAllTables(db: Kysely<any>, isPostgres: boolean): Promise<TableMetadata[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!isPostgres) return tables
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return tables.filter(({ schema }) => schema === rows[0]?.name)
}

/** Renames all tables; what else has names that the new schema needs is dropped. @returns columns by the table's new name */
export async function setAside(trx: Kysely<unknown>, isPostgres: boolean): Promise<ReadonlyMap<string, readonly string[]>> {
  await (isPostgres ? dropOnPostgres(trx) : dropOnSqlite(trx))
  const tables = (await listAllTables(trx, isPostgres)).filter(({ name, isView }) => !isView && !HISTORY.test(name))
  for (const { name } of tables) await sql`alter table ${sql.table(name)} rename to ${sql.table(OLD + name)}`.execute(trx)
  return new Map(tables.map(({ name, columns }) => [OLD + name, columns.map((column) => column.name)]))
}

async function dropOnSqlite(trx: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ type: string; name: string }>`
    select type, name from sqlite_schema where type = 'trigger' or (type = 'index' and sql is not null)`.execute(trx)
  for (const { type, name } of rows) await sql.raw(`drop ${type} "${name}"`).execute(trx)
  await sql`drop table post_search`.execute(trx)
}

/** Renaming a table on PostgreSQL leaves the names of its keys and sequences. */
async function dropOnPostgres(trx: Kysely<unknown>): Promise<void> {
  await sql`drop table post_search`.execute(trx)
  const { rows } = await sql<{ statement: string }>`
    select format('drop function %s cascade', oid::regprocedure) as statement
    from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace and prorettype = 'trigger'::regtype
      and pg_has_role(proowner, 'usage') and oid in (select tgfoid from pg_trigger where not tgisinternal)
    union all
    select format('alter table %s rename constraint %I to %I', conrelid::regclass, conname, left(${OLD} || conname, 63))
    from pg_constraint
    where connamespace = quote_ident(current_schema())::regnamespace and conrelid::regclass::text not like 'kysely%'
    union all
    select case relkind
      when 'S' then format('alter sequence %s rename to %I', oid::regclass, left(${OLD} || relname, 63))
      else format('drop index %s', oid::regclass) end
    from pg_class
    where relnamespace = quote_ident(current_schema())::regnamespace and relkind in ('i', 'S')
      and oid not in (select conindid from pg_constraint)`.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}
