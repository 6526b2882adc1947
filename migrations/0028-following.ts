import { type Kysely, sql } from 'kysely'

/** Followers by mail, announced posts, and the mails to send (decisions 42 and 43). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createFollowers(db)
  await createAnnouncements(db)
  await createDeliveries(db)
  await createPace(db)
}

async function createFollowers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('followers')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.unique().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (column) => column.unique())
    .addColumn('link_key', 'text', (column) => column.notNull())
    .addColumn('posts', 'text', (column) => column.check(sql`posts in ('at_once', 'daily', 'weekly')`))
    .addColumn('categories', 'text')
    .addColumn('replies', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`replies in (0, 1)`),
    )
    .addColumn('comments', 'text', (column) => column.check(sql`comments in ('at_once', 'daily')`))
    .addColumn('confirmed_at', 'bigint')
    .addColumn('confirm_hash', 'text', (column) => column.unique())
    .addColumn('confirm_ends_at', 'bigint')
    .addColumn('bounces', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('bounced_at', 'bigint')
    .addColumn('digest_through', 'bigint', (column) => column.notNull())
    .addColumn('comments_through', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('followers_address', sql`(user_id is null) <> (email is null)`)
    .execute()
  await db.schema.createIndex('followers_by_posts').on('followers').columns(['posts', 'digest_through', 'id']).execute()
  await db.schema.createIndex('followers_by_comments').on('followers').columns(['comments', 'comments_through', 'id']).execute()
  await db.schema.createIndex('followers_by_date').on('followers').columns(['created_at', 'id']).execute()
}

async function createAnnouncements(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('announcements')
    .addColumn('post_id', 'text', (column) => column.primaryKey().notNull().references('posts.id').onDelete('cascade'))
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('queued_at', 'bigint')
    .execute()
  await db.schema.createIndex('announcements_by_time').on('announcements').columns(['due_at', 'post_id']).execute()
}

async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('follower_id', 'text', (column) => column.notNull().references('followers.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('post', 'digest', 'reply', 'comment', 'comments')`))
    .addColumn('comment_id', 'text', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('waiting', 'sending', 'sent', 'failed', 'dropped')`))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .execute()
  await db.schema.createIndex('deliveries_by_state').on('deliveries').columns(['state', 'next_attempt_at', 'id']).execute()
  await db.schema.createIndex('deliveries_by_date').on('deliveries').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('deliveries_by_follower').on('deliveries').columns(['follower_id', 'created_at']).execute()
  await db.schema.createIndex('deliveries_by_comment').on('deliveries').column('comment_id').execute()

  // Each post is mailed to a follower once, separately or in a digest.
  await db.schema
    .createTable('delivery_posts')
    .addColumn('follower_id', 'text', (column) => column.notNull().references('followers.id').onDelete('cascade'))
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('delivery_id', 'text', (column) => column.notNull().references('deliveries.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('delivery_posts_key', ['follower_id', 'post_id'])
    .execute()
  await db.schema.createIndex('delivery_posts_by_delivery').on('delivery_posts').column('delivery_id').execute()
  await db.schema.createIndex('delivery_posts_by_post').on('delivery_posts').column('post_id').execute()
}

/** Rate limit for mails, shared by all processes. */
async function createPace(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_pace')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('problem', 'text')
    .execute()
}
