import { type Kysely, sql } from 'kysely'

/** Mails to followers join the outbox: one queue for all mail (decision 61). What waits, and what was sent, is carried along. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table former_outbox as select * from outbox`.execute(db)
  await db.schema.dropTable('outbox').execute()
  await createOutbox(db)
  await createMailedPosts(db)
  await carryAccountMails(db)
  await carryDeliveries(db)
  for (const table of ['former_outbox', 'delivery_posts', 'deliveries']) await db.schema.dropTable(table).execute()
  // The row of the paused mails to followers; rows are created when they are needed.
  await sql`delete from mail_pace`.execute(db)
}

async function createOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('follower_id', 'text', (column) => column.references('followers.id').onDelete('cascade'))
    .addColumn('comment_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('since', 'bigint')
    .addColumn('priority', 'integer', (column) => column.notNull().check(sql`priority between 0 and 3`))
    .addColumn('state', 'text', (column) =>
      column
        .notNull()
        .defaultTo('waiting')
        .check(sql`state in ('waiting', 'sending', 'sent', 'failed', 'dropped')`),
    )
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addCheckConstraint('outbox_recipient', sql`(email is null) <> (follower_id is null)`)
    .execute()
  const index = (name: string, columns: string[]) => db.schema.createIndex(name).on('outbox').columns(columns).execute()
  await index('outbox_by_attempt', ['state', 'priority', 'next_attempt_at', 'id'])
  await index('outbox_by_email', ['email'])
  await index('outbox_by_date', ['created_at', 'id'])
  await index('outbox_by_follower', ['follower_id', 'created_at'])
  await index('outbox_by_comment', ['comment_id'])
}

/** Each post is mailed to a follower once, separately or in a digest. */
async function createMailedPosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mailed_posts')
    .addColumn('follower_id', 'text', (column) => column.notNull().references('followers.id').onDelete('cascade'))
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('mail_id', 'text', (column) => column.notNull().references('outbox.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('mailed_posts_key', ['follower_id', 'post_id'])
    .execute()
  await db.schema.createIndex('mailed_posts_by_mail').on('mailed_posts').column('mail_id').execute()
  await db.schema.createIndex('mailed_posts_by_post').on('mailed_posts').column('post_id').execute()
}

const DAY_MS = 86_400_000

async function carryAccountMails(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into outbox (id, kind, email, priority, attempts, next_attempt_at, give_up_at, problem, created_at)
    select id, kind, email,
      case when kind in ('reset_password', 'second_step', 'test') then 0 when kind in ('follow', 'invited') then 2 else 1 end,
      attempts, next_attempt_at, created_at + case when kind = 'invited' then ${sql.lit(14 * DAY_MS)} else ${sql.lit(DAY_MS)} end,
      problem, created_at
    from former_outbox`.execute(db)
}

async function carryDeliveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into outbox (id, kind, follower_id, comment_id, since, priority, state, attempts, next_attempt_at, give_up_at, problem, created_at, ended_at)
    select id, kind, follower_id, comment_id, since, case when kind in ('post', 'digest') then 3 else 2 end, state, attempts,
      next_attempt_at, give_up_at, problem, created_at, ended_at
    from deliveries`.execute(db)
  await sql`insert into mailed_posts (follower_id, post_id, mail_id) select follower_id, post_id, delivery_id from delivery_posts`.execute(
    db,
  )
}
