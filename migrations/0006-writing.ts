import { type Kysely, sql } from 'kysely'

/** Drafts, revisions and the trash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createRevisions(db)
  await createDrafts(db)
  await createTrash(db)
}

/** `posts` holds the published version, `post_revisions` earlier ones. */
async function createRevisions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('revision', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('posts')
    .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await sql`update posts set editor_id = author_id`.execute(db)
  await db.schema.createIndex('posts_by_editor').on('posts').column('editor_id').execute()

  await db.schema
    .createTable('post_revisions')
    // No foreign key to `posts`: revisions stay while the post is in the trash.
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('published_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_revisions_key', ['post_id', 'revision'])
    .execute()
  await db.schema.createIndex('post_revisions_by_editor').on('post_revisions').column('editor_id').execute()
}

async function createDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('post_drafts')
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('writer', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('base_revision', 'integer')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('saved_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('published_as', 'text')
    .addPrimaryKeyConstraint('post_drafts_key', ['user_id', 'post_id', 'writer'])
    .execute()
  await db.schema.createIndex('post_drafts_by_post').on('post_drafts').column('post_id').execute()
  await db.schema.createIndex('post_drafts_by_end').on('post_drafts').column('ended_at').execute()
}

/** Copies of all rows of a deleted post. Foreign keys remove deleted users from them. */
async function createTrash(db: Kysely<unknown>): Promise<void> {
  await createTrashedPosts(db)
  await db.schema
    .createTable('trashed_comments')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('trashed_posts.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    // 0009 adds it to `comments`.
    .addColumn('guest_name', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('pending', 'integer', (column) => column.notNull().check(sql`pending in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('trashed_comments_by_post').on('trashed_comments').column('post_id').execute()
  await db.schema.createIndex('trashed_comments_by_user').on('trashed_comments').column('user_id').execute()

  await db.schema
    .createTable('trashed_likes')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('trashed_comments.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('trashed_likes_key', ['comment_id', 'user_id'])
    .execute()
  await db.schema.createIndex('trashed_likes_by_user').on('trashed_likes').column('user_id').execute()

  await db.schema
    .createTable('trashed_comment_reports')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('trashed_comments.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('trashed_comment_reports_key', ['comment_id', 'user_id'])
    .execute()
  await db.schema.createIndex('trashed_comment_reports_by_user').on('trashed_comment_reports').column('user_id').execute()
}

async function createTrashedPosts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('trashed_posts')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('author_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('image_url', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_at', 'bigint', (column) => column.notNull())
    .addColumn('deleted_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('trashed_posts_by_date').on('trashed_posts').columns(['deleted_at', 'id']).execute()
  for (const column of ['author_id', 'editor_id', 'deleted_by']) {
    await db.schema.createIndex(`trashed_posts_by_${column}`).on('trashed_posts').column(column).execute()
  }

  // Not unique: another post may use the slug of a deleted post, and be deleted, too.
  await db.schema
    .createTable('trashed_post_slugs')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('post_id', 'text', (column) => column.notNull().references('trashed_posts.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('trashed_post_slugs_key', ['post_id', 'slug'])
    .execute()
}
