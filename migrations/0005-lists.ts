import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Makes the time of lists and counts independent of the size of the blog: counters by triggers (replaced by 0014), indexes
 * of posts by date and row number, a report count in each comment, and a table of the pictures of each post.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await orderPosts(db, isPostgres)
  await markComments(db)
  await markUsers(db)
  await createTallies(db)
  await (isPostgres ? tallyOnPostgres(db) : tallyOnSqlite(db))
  await notePictures(db, isPostgres)
}

/** The row number breaks ties. SQLite's indexes end with it anyway, and the full-text index can use the same order. */
async function orderPosts(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const end = isPostgres ? ['seq'] : []
  for (const index of ['posts_by_date', 'posts_by_category', 'posts_by_author']) await db.schema.dropIndex(index).execute()
  await db.schema
    .createIndex('posts_by_date')
    .on('posts')
    .columns(['created_at', ...end])
    .execute()
  await db.schema
    .createIndex('posts_by_category')
    .on('posts')
    .columns(['category', 'created_at', ...end])
    .execute()
  await db.schema
    .createIndex('posts_by_author')
    .on('posts')
    .columns(['author_id', 'created_at', ...end])
    .execute()
  await db.schema
    .createIndex('posts_by_author_and_category')
    .on('posts')
    .columns(['author_id', 'category', 'created_at', ...end])
    .execute()
}

async function markComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('comments')
    .addColumn('report_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update comments set report_count = (select count(*) from comment_reports where comment_reports.comment_id = comments.id)
    where id in (select comment_id from comment_reports)`.execute(db)
  await db.schema.createIndex('comments_by_attention').on('comments').columns(['report_count', 'pending', 'created_at', 'id']).execute()
  await sql`create index comments_that_wait on comments (post_id, created_at, id) where pending = 1`.execute(db)
  await db.schema.dropIndex('comments_by_user').execute()
  await db.schema.createIndex('comments_by_user').on('comments').columns(['user_id', 'pending']).execute()
}

/** A picture's address is `/files/<folder of 16 characters>/…`. */
async function markUsers(db: Kysely<unknown>): Promise<void> {
  await sql`create index users_by_picture on users (substr(picture_url, 8, 16)) where picture_url is not null`.execute(db)
  await sql`create index users_who_administer on users (created_at, id) where is_admin = 1`.execute(db)
}

/**
 * Row counts by name and by year, month (year × 12 + month, from 0) and day (month × 32 + day, from 1), in UTC.
 * SQLite has one row per count. PostgreSQL may have several, to be summed: each writer appends its own, so that writers
 * never wait for a row lock.
 */
async function createTallies(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('tallies')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull().check(sql`level in ('year', 'month', 'day')`))
    .addColumn('bucket', 'bigint', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .execute()
}

interface Counted {
  readonly table: string
  /** Columns whose change moves a row to another count. */
  readonly columns: string
  /** Names of the counts that a row belongs to, as SQL, null for none; `row` is a table, or a trigger's `new` or `old`. */
  readonly names: (row: string) => readonly string[]
}

const COUNTED: readonly Counted[] = [
  {
    table: 'posts',
    columns: 'created_at, category, author_id',
    names: (row: string) => [`'posts'`, `'posts/category/' || ${row}.category`, `'posts/author/' || ${row}.author_id`],
  },
  { table: 'comments', columns: 'created_at', names: () => [`'comments'`] },
  { table: 'users', columns: 'created_at', names: () => [`'users'`] },
]

/** Seconds from 1970 to the start of a day, negative before 1970. */
const dayStart = (at: string) => `((${at} - ((${at} % 86400000) + 86400000) % 86400000) / 1000)`
/** SQL expressions for the year, month and day of a time in ms. */
interface Calendar {
  readonly yearOf: (at: string) => string
  readonly monthOf: (at: string) => string
  readonly dayOf: (at: string) => string
}
const sqlitePart = (format: string, at: string) => `cast(strftime('${format}', ${dayStart(at)}, 'unixepoch') as integer)`
const SQLITE_CALENDAR: Calendar = {
  yearOf: (at) => sqlitePart('%Y', at),
  monthOf: (at) => `(${sqlitePart('%Y', at)} * 12 + ${sqlitePart('%m', at)} - 1)`,
  dayOf: (at) => `(${sqlitePart('%Y', at)} * 384 + ${sqlitePart('%m', at)} * 32 - 32 + ${sqlitePart('%d', at)})`,
}
const postgresPart = (field: string, at: string) => `extract(${field} from to_timestamp(${dayStart(at)}) at time zone 'UTC')::bigint`
const POSTGRES_CALENDAR: Calendar = {
  yearOf: (at) => postgresPart('year', at),
  monthOf: (at) => `(${postgresPart('year', at)} * 12 + ${postgresPart('month', at)} - 1)`,
  dayOf: (at) => `(${postgresPart('year', at)} * 384 + ${postgresPart('month', at)} * 32 - 32 + ${postgresPart('day', at)})`,
}

/** Counts the existing rows. */
async function fillTallies(db: Kysely<unknown>, { yearOf, monthOf, dayOf }: Calendar): Promise<void> {
  const at = 'created_at'
  for (const { table, names } of COUNTED) {
    for (const name of names(table)) {
      for (const [level, bucket] of Object.entries({ year: yearOf(at), month: monthOf(at), day: dayOf(at) })) {
        await sql
          .raw(
            `insert into tallies (name, level, bucket, count)
             select ${name}, '${level}', ${bucket}, count(*) from ${table} where ${name} is not null group by 1, 3`,
          )
          .execute(db)
      }
    }
  }
}

async function tallyOnSqlite(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('tallies_key').unique().on('tallies').columns(['name', 'level', 'bucket']).execute()
  for (const { table, columns, names } of COUNTED) {
    const tally = (row: 'new' | 'old', sign: 1 | -1) => `
      insert into tallies (name, level, bucket, count)
      select name, level, bucket, ${sign}
      from (${names(row)
        .map((name) => `select ${name} as name`)
        .join(' union all ')}),
        (select 'year' as level, ${SQLITE_CALENDAR.yearOf(`${row}.created_at`)} as bucket
         union all select 'month', ${SQLITE_CALENDAR.monthOf(`${row}.created_at`)}
         union all select 'day', ${SQLITE_CALENDAR.dayOf(`${row}.created_at`)})
      where name is not null
      on conflict (name, level, bucket) do update set count = count + excluded.count;`
    const trigger = (name: string, event: string, body: string) =>
      sql.raw(`create trigger ${table}_${name} after ${event} on ${table} begin ${body} end`).execute(db)
    await trigger('are_added', 'insert', tally('new', 1))
    await trigger('are_removed', 'delete', tally('old', -1))
    await trigger('are_moved', `update of ${columns}`, tally('old', -1) + tally('new', 1))
  }
  const count = (name: string, event: string, row: string) =>
    sql
      .raw(
        `create trigger ${name} after ${event} on comment_reports begin
           update comments set report_count = (select count(*) from comment_reports where comment_id = ${row}.comment_id)
           where id = ${row}.comment_id;
         end`,
      )
      .execute(db)
  await count('reports_are_added', 'insert', 'new')
  await count('reports_are_removed', 'delete', 'old')
  await fillTallies(db, SQLITE_CALENDAR)
}

/**
 * A statement that inserts or deletes many rows appends one row per count. One write in twenty sums the rows of its
 * counts, skipping those that another transaction has locked.
 */
async function tallyOnPostgres(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('tallies_key').on('tallies').columns(['name', 'level', 'bucket']).execute()
  await sql`
    create function tally(names text[], ats bigint[], signs bigint[]) returns void language plpgsql as $$
    begin
      with levels as (
        select name, level, bucket, sum(sign) as count
        from unnest(names, ats, signs) as row (name, at, sign)
        cross join lateral (values
          ('year', ${sql.raw(POSTGRES_CALENDAR.yearOf('at'))}), ('month', ${sql.raw(POSTGRES_CALENDAR.monthOf('at'))}), ('day', ${sql.raw(POSTGRES_CALENDAR.dayOf('at'))})
        ) as level (level, bucket)
        where name is not null
        group by 1, 2, 3
      )
      insert into tallies (name, level, bucket, count) select name, level, bucket, count from levels where count <> 0;
      if random() < 0.05 then
        with touched as (
          select distinct name, level, bucket
          from unnest(names, ats) as row (name, at)
          cross join lateral (values
            ('year', ${sql.raw(POSTGRES_CALENDAR.yearOf('at'))}), ('month', ${sql.raw(POSTGRES_CALENDAR.monthOf('at'))}), ('day', ${sql.raw(POSTGRES_CALENDAR.dayOf('at'))})
          ) as level (level, bucket)
          limit 100
        ), free as (
          select tallies.ctid from tallies join touched using (name, level, bucket) for update of tallies skip locked
        ), gone as (
          delete from tallies where ctid = any (array(select ctid from free)) returning name, level, bucket, count
        )
        insert into tallies (name, level, bucket, count)
        select name, level, bucket, sum(count) from gone group by 1, 2, 3 having sum(count) <> 0;
      end if;
    end $$`.execute(db)
  for (const counted of COUNTED) await tallyTableOnPostgres(db, counted)
  // Counts again under a lock: each statement sees all rows that were committed before it.
  await sql`
    create function count_reports() returns trigger language plpgsql as $$
    declare reported text := coalesce(new.comment_id, old.comment_id);
    begin
      perform 1 from comments where id = reported for no key update;
      update comments set report_count = (select count(*) from comment_reports where comment_id = reported) where id = reported;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger reports_are_counted after insert or delete on comment_reports
    for each row execute function count_reports()`.execute(db)
  await fillTallies(db, POSTGRES_CALENDAR)
}

async function tallyTableOnPostgres(db: Kysely<unknown>, { table, columns, names }: Counted): Promise<void> {
  const aggregate = (sign: string) =>
    names('changed')
      .map(
        (name) =>
          `perform tally(array_agg((${name})::text), array_agg(created_at), array_agg(${sign}::bigint)) from changed having count(*) > 0;`,
      )
      .join('\n')
  const lists = (row: 'new' | 'old') => names(row).join(', ')
  const times = (row: 'new' | 'old') =>
    names(row)
      .map(() => `${row}.created_at`)
      .join(', ')
  const signs = (sign: string) =>
    names('new')
      .map(() => sign)
      .join(', ')
  await sql
    .raw(
      `create function tally_${table}() returns trigger language plpgsql as $$
       begin
         if tg_op = 'INSERT' then ${aggregate('1')} else ${aggregate('-1')} end if;
         return null;
       end $$;
       create function move_${table}() returns trigger language plpgsql as $$
       begin
         perform tally(array[${lists('old')}, ${lists('new')}], array[${times('old')}, ${times('new')}], array[${signs('-1')}, ${signs('1')}]::bigint[]);
         return null;
       end $$`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${table}_are_added after insert on ${table} referencing new table as changed for each statement execute function tally_${table}()`,
    )
    .execute(db)
  await sql
    .raw(
      `create trigger ${table}_are_removed after delete on ${table} referencing old table as changed for each statement execute function tally_${table}()`,
    )
    .execute(db)
  const moved = columns
    .split(', ')
    .map((column) => `old.${column} is distinct from new.${column}`)
    .join(' or ')
  await sql
    .raw(
      `create trigger ${table}_are_moved after update of ${columns} on ${table} for each row when (${moved}) execute function move_${table}()`,
    )
    .execute(db)
}

/** Folders of the pictures that each post shows, as cover or in the text. */
async function notePictures(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await db.schema
    .createTable('post_pictures')
    .addColumn('folder', 'text', (column) => column.notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('post_pictures_key', ['folder', 'post_id'])
    .execute()
  await db.schema.createIndex('post_pictures_by_post').on('post_pictures').column('post_id').execute()
  if (isPostgres) {
    await sql`
      create function note_pictures() returns trigger language plpgsql as $$
      begin
        if tg_op = 'UPDATE' then delete from post_pictures where post_id = new.id; end if;
        insert into post_pictures (folder, post_id)
        select distinct hit.parts[1], new.id
        from regexp_matches(coalesce(new.image_url, '') || ' ' || new.content, '/files/([A-Za-z0-9_-]{16})/', 'g') as hit (parts);
        return null;
      end $$`.execute(db)
    await sql`
      create trigger pictures_are_noted after insert or update of image_url, content on posts
      for each row execute function note_pictures()`.execute(db)
  } else {
    // SQLite has no regular expressions: a recursive query steps from one '/files/' to the next.
    const note = `
      insert into post_pictures (folder, post_id)
      select distinct substr(folder, 1, 16), new.id
      from (
        with recursive found (rest, folder) as (
          select coalesce(new.image_url, '') || ' ' || new.content, null
          union all
          select substr(rest, instr(rest, '/files/') + 7), substr(rest, instr(rest, '/files/') + 7, 17)
          from found where instr(rest, '/files/') > 0
        )
        select folder from found where folder glob '${'[A-Za-z0-9_-]'.repeat(16)}/'
      );`
    await sql.raw(`create trigger pictures_are_noted after insert on posts begin ${note} end`).execute(db)
    await sql
      .raw(
        `create trigger pictures_are_changed after update of image_url, content on posts
         begin delete from post_pictures where post_id = new.id; ${note} end`,
      )
      .execute(db)
  }
  // Fires the triggers for the existing rows.
  await sql`update posts set image_url = image_url where image_url is not null or content like '%/files/%'`.execute(db)
}
