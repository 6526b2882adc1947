import { type Kysely, PostgresAdapter, sql } from 'kysely'

/** Accounts, sessions, posts with all their slugs, comments, likes, limits, and the full-text index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await createAccounts(db)
  await createPosts(db, isPostgres)
  await createComments(db)
  await createSearch(db, isPostgres)
}

async function createAccounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text')
    .addColumn('picture_url', 'text')
    .addColumn('is_admin', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`is_admin in (0, 1)`),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('users_username_form', sql`length(username) between 3 and 20 and username = lower(username)`)
    .addCheckConstraint('users_email_form', sql`length(email) <= 254 and email = lower(email)`)
    .execute()
  await db.schema.createIndex('users_by_date').on('users').columns(['created_at', 'id']).execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_by_user').on('sessions').column('user_id').execute()
  await db.schema.createIndex('sessions_by_end').on('sessions').column('expires_at').execute()

  await db.schema
    .createTable('rate_limits')
    .addColumn('key', 'text', (column) => column.primaryKey().notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('rate_limits_by_end').on('rate_limits').column('window_ends_at').execute()
}

async function createPosts(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await db.schema
    .createTable('posts')
    .addColumn('seq', isPostgres ? 'bigint' : 'integer', (column) =>
      isPostgres ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
    )
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('title', 'text', (column) => column.notNull().check(sql`length(title) between 1 and 200`))
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('category', 'text', (column) =>
      column.notNull().check(sql`category in ('uncategorized', 'life', 'medical', 'other', 'technology', 'lifestyle', 'health')`),
    )
    .addColumn('image_url', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('posts_by_date').on('posts').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('posts_by_category').on('posts').columns(['category', 'created_at', 'id']).execute()
  await db.schema.createIndex('posts_by_author').on('posts').columns(['author_id', 'created_at', 'id']).execute()

  await db.schema
    .createTable('post_slugs')
    .addColumn('slug', 'text', (column) => column.primaryKey().notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('post_slugs_by_post').on('post_slugs').column('post_id').execute()
}

async function createComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('content', 'text', (column) => column.notNull().check(sql`length(content) between 1 and 250`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('comments_by_post').on('comments').columns(['post_id', 'created_at', 'id']).execute()
  await db.schema.createIndex('comments_by_date').on('comments').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('comments_by_user').on('comments').column('user_id').execute()

  await db.schema
    .createTable('likes')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('likes_key', ['comment_id', 'user_id'])
    .execute()
  await db.schema.createIndex('likes_by_user').on('likes').column('user_id').execute()
}

/**
 * The index holds words that our own code splits and stems (search-words.ts); the databases only match them. FTS5 needs
 * its full detail here: with less, its bm25() is zero and nothing can be sorted by relevance.
 */
async function createSearch(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  if (isPostgres) {
    await sql`alter table posts add column search tsvector not null default ''::tsvector`.execute(db)
    await sql`create index posts_search on posts using gin (search)`.execute(db)
    return
  }
  await sql`
    create virtual table post_search using fts5(
      title, body, content='', contentless_delete=1, prefix='2 3',
      tokenize="unicode61 remove_diacritics 0 categories 'L* N* M*'"
    )`.execute(db)
  await sql`
    create trigger posts_leave_search after delete on posts begin
      delete from post_search where rowid = old.seq;
    end`.execute(db)
}
