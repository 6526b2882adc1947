import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Hearts on posts: of members by user, of visitors by device, and a counter in each post (decision 46). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLikes(db, 'post_likes', 'posts')
  // For the newest hearts of a post, and for deleting an account.
  await db.schema.createIndex('post_likes_by_date').on('post_likes').columns(['post_id', 'created_at', 'user_id']).execute()
  await db.schema.createIndex('post_likes_by_user').on('post_likes').columns(['user_id', 'created_at']).execute()
  await createVisitorLikes(db, 'visitor_likes', 'posts')
  await createLikes(db, 'trashed_post_likes', 'trashed_posts')
  await db.schema.createIndex('trashed_post_likes_by_user').on('trashed_post_likes').columns(['user_id', 'created_at']).execute()
  await createVisitorLikes(db, 'trashed_visitor_likes', 'trashed_posts')
  await db.schema
    .alterTable('posts')
    .addColumn('likes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await (db.getExecutor().adapter instanceof PostgresAdapter ? countOnPostgres(db) : countOnSqlite(db))
}

const createLikes = (db: Kysely<unknown>, table: string, posts: string) =>
  db.schema
    .createTable(table)
    .addColumn('post_id', 'text', (column) => column.notNull().references(`${posts}.id`).onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['post_id', 'user_id'])
    .execute()

const createVisitorLikes = (db: Kysely<unknown>, table: string, posts: string) =>
  db.schema
    .createTable(table)
    .addColumn('post_id', 'text', (column) => column.notNull().references(`${posts}.id`).onDelete('cascade'))
    .addColumn('device_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint(`${table}_key`, ['post_id', 'device_hash'])
    .execute()

const COUNTED = ['post_likes', 'visitor_likes'] as const

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of COUNTED) {
    for (const [event, row, change] of [
      ['insert', 'new', '+ 1'],
      ['delete', 'old', '- 1'],
    ] as const) {
      await sql
        .raw(
          `create trigger ${table}_count_${event} after ${event} on ${table} begin
             update posts set likes = likes ${change} where id = ${row}.post_id;
           end`,
        )
        .execute(db)
    }
  }
}

/** Statement-level triggers. They lock posts in the order of their ids, so that two deletions of accounts cannot deadlock. */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_likes() returns trigger language plpgsql as $$
    begin
      perform 1 from posts where id in (select post_id from changed) order by id for no key update;
      update posts set likes = posts.likes + added.change
      from (
        select post_id, case tg_op when 'DELETE' then -count(*) else count(*) end as change from changed group by post_id
      ) as added
      where posts.id = added.post_id;
      return null;
    end $$`.execute(db)
  for (const table of COUNTED) {
    for (const [event, rows] of [
      ['insert', 'new'],
      ['delete', 'old'],
    ] as const) {
      await sql
        .raw(
          `create trigger ${table}_count_${event} after ${event} on ${table} referencing ${rows} table as changed
           for each statement execute function count_likes()`,
        )
        .execute(db)
    }
  }
}
