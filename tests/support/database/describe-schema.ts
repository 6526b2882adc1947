import { sql } from 'kysely'
import { type Database, isPostgres } from '#platform/database/database.ts'

/** Columns, keys, checks, indexes and triggers, as the database spells them. */
export async function describeSchema(db: Database): Promise<string[]> {
  const text = isPostgres(db)
    ? sql<{ line: string }>`
        select table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || coalesce(column_default, '') as line
          from information_schema.columns where table_schema = current_schema()
        union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where connamespace = quote_ident(current_schema())::regnamespace
        union all select indexdef from pg_indexes where schemaname = current_schema()
        union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
        union all select pg_get_functiondef(oid) from pg_proc where pronamespace = quote_ident(current_schema())::regnamespace
        union all select sequencename from pg_sequences where schemaname = current_schema()`
    : sql<{ line: string }>`select type || ' ' || name || ' ' || coalesce(sql, '') as line from sqlite_schema`
  return (await text.execute(db)).rows.map(({ line }) => line).sort()
}
