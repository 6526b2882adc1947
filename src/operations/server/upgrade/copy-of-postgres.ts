import { sql } from 'kysely'
import { type Database, type DatabaseTransaction, listTables, openDatabase } from '#platform/database/database.ts'
import { migrateTo } from '#platform/database/migrate.ts'
import { BACKUP_TABLES } from '#operations/server/backup/backup-tables.ts'

/** A copy of all tables, in the database or beside it. */
export interface DataCopy {
  /** Replaces a former copy. */
  readonly keep: () => Promise<void>
  /** May be interrupted, and repeated. Does nothing where there is no copy. */
  readonly putBack: () => Promise<void>
  /** Also deletes what an interrupted copy has left. */
  readonly delete: () => Promise<void>
  /** When it was made; null where there is none. */
  readonly madeAt: () => Promise<number | null>
  /** Rows of a table that the copy does not have. */
  readonly countNew: (table: string) => Promise<number>
}

/** Tables of the copy: `before_upgrade_users`. */
const PREFIX = 'before_upgrade_'
const SEQUENCES = `${PREFIX}sequences`

/** Tables beside those of the blog: the rows stay in the server, and need no format. */
export function copyOfPostgres(url: string): DataCopy {
  const withDatabase = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    const db = await openDatabase(url)
    return work(db).finally(() => db.destroy())
  }
  const inTransaction = (work: (trx: DatabaseTransaction) => Promise<void>) => withDatabase((db) => db.transaction().execute(work))
  return {
    keep: () => inTransaction(keep),
    putBack: () => withDatabase(putBack),
    delete: () => inTransaction(deleteCopy),
    madeAt: () => withDatabase(readTime),
    countNew: (table) =>
      withDatabase(async (db) => {
        const former = sql.table(PREFIX + table)
        const { rows } = await sql<{ rows: string }>`
          select count(*) as rows from ${sql.table(table)} where id not in (select id from ${former})`.execute(db)
        return Number(rows[0]?.rows)
      }),
  }
}

async function readTime(db: Database): Promise<number | null> {
  if (!(await listBoth(db)).copied.has('sequences')) return null
  const { rows } = await sql<{ at: number }>`select extract(epoch from max(at)) * 1000 as at from ${sql.table(SEQUENCES)}`.execute(db)
  return Number(rows[0]?.at)
}

const ofBlog = new Set(BACKUP_TABLES.map(({ name }) => name as string))

/** Tables of another program in this schema are copied without rows, so that they are known: they stay. */
async function keep(trx: DatabaseTransaction): Promise<void> {
  await deleteCopy(trx)
  const { present } = await listBoth(trx)
  for (const name of present) {
    const rows = sql.raw(ofBlog.has(name) ? 'with data' : 'with no data')
    await sql`create table ${sql.table(PREFIX + name)} as table ${sql.table(name)} ${rows}`.execute(trx)
  }
  await sql`
    create table ${sql.table(SEQUENCES)} as
    select sequencename as name, last_value, now() as at from pg_sequences where schemaname = current_schema()`.execute(trx)
}

/** The copy stays, so that an interruption at any point can be repeated. */
async function putBack(db: Database): Promise<void> {
  if ((await listBoth(db)).copied.size === 0) return
  await db.transaction().execute(dropPresent)
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(`${PREFIX}kysely_migration`)} order by name desc limit 1`.execute(db)
  const [migration] = rows
  if (migration) await migrateTo(db, migration.name)
  await db.transaction().execute(fillFromCopy)
}

async function deleteCopy(trx: DatabaseTransaction): Promise<void> {
  for (const name of (await listBoth(trx)).copied) await sql`drop table ${sql.table(PREFIX + name)}`.execute(trx)
}

/** Names of the tables here, of those that are copied, and of those among them that are not the blog's. */
async function listBoth(db: Database): Promise<{ present: string[]; copied: Set<string>; others: string[] }> {
  const names = (await listTables(db)).filter(({ isView }) => !isView).map(({ name }) => name)
  const copied = names.flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []))
  return {
    present: names.filter((name) => !name.startsWith(PREFIX)),
    copied: new Set(copied),
    others: copied.filter((name) => name !== 'sequences' && !ofBlog.has(name)),
  }
}

/**
 * Drops what migrations have created, those of newer versions, too. Not the schema, which may belong to another role, nor
 * what an extension has put into it, the tables of another program, and those that the bridge has set aside.
 */
async function dropPresent(trx: DatabaseTransaction): Promise<void> {
  const { others } = await listBoth(trx)
  const names = (await listTables(trx)).map(({ name }) => name).filter((name) => !name.startsWith(PREFIX) && !others.includes(name))
  const { rows } = await sql<{ statement: string }>`
    select format('drop %s if exists %s cascade', kind, name) as statement from (
      select 'pg_class'::regclass as catalog, oid as id, relnamespace as schema, relowner as owner, oid::regclass::text as name,
        case relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind
      from pg_class where relkind in ('r', 'p', 'v', 'm') and relname = any(${names}::text[])
      union all
      select 'pg_proc'::regclass, oid, pronamespace, proowner, oid::regprocedure::text, 'routine' from pg_proc
      union all
      select 'pg_type'::regclass, oid, typnamespace, typowner, oid::regtype::text, 'type' from pg_type where typtype in ('e', 'd')
    ) as found
    where schema = quote_ident(current_schema())::regnamespace and pg_has_role(owner, 'usage')
      and not exists (select 1 from pg_depend where classid = catalog and objid = id and deptype = 'e')`.execute(trx)
  for (const { statement } of rows) await sql.raw(statement).execute(trx)
}

/** Triggers would count the rows again, and the migrations have inserted some. */
async function fillFromCopy(trx: DatabaseTransaction): Promise<void> {
  const { present, copied, others } = await listBoth(trx)
  const own = present.filter((name) => !others.includes(name))
  await sql`truncate ${sql.join(own.map((name) => sql.table(name)))}`.execute(trx)
  const columnsOf = new Map((await listTables(trx)).map(({ name, columns }) => [name, columns.map((column) => sql.ref(column.name))]))
  // Referenced tables come first.
  for (const { name } of BACKUP_TABLES.filter((table) => copied.has(table.name))) {
    const columns = sql.join(columnsOf.get(name) ?? [])
    await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx)
    await sql`
      insert into ${sql.table(name)} (${columns}) overriding system value
      select ${columns} from ${sql.table(PREFIX + name)}`.execute(trx)
    await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx)
  }
  await sql`
    select setval(to_regclass(quote_ident(name)), last_value) from ${sql.table(SEQUENCES)} where last_value is not null`.execute(trx)
}
