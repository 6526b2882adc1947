import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/** Longer comments, posts without comments, and categories that admins add. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCategories(db)
  await freeCategories(db)
  await allowLongerComments(db)
  for (const table of ['posts', 'planned_posts', 'trashed_posts']) {
    await db.schema
      .alterTable(table)
      .addColumn('comments_open', 'integer', (column) =>
        column
          .notNull()
          .defaultTo(1)
          .check(sql`comments_open in (0, 1)`),
      )
      .execute()
  }
  // For counting the uses of a category, which may be deleted only when unused.
  await db.schema.createIndex('post_drafts_by_category').on('post_drafts').column('category').execute()
  await db.schema.createIndex('planned_posts_by_category').on('planned_posts').column('category').execute()
  await db.schema.createIndex('trashed_posts_by_category').on('trashed_posts').column('category').execute()
}

/** Added categories. Those that every blog has are in `contract/categories.ts`. */
async function createCategories(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('categories')
    .addColumn('slug', 'text', (column) =>
      column
        .primaryKey()
        .notNull()
        .check(sql`length(slug) between 1 and 40`),
    )
    .addColumn('name', 'text', (column) => column.notNull().check(sql`length(name) between 1 and 40`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Replaces the list of allowed values with a maximum length. */
async function freeCategories(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table posts drop constraint posts_category_check`.execute(db)
    await sql`alter table posts add constraint posts_category_check check (length(category) between 1 and 40)`.execute(db)
    return
  }
  const indexes: [string, string[]][] = [
    ['posts_by_category', ['category', 'created_at']],
    ['posts_by_author_and_category', ['author_id', 'category', 'created_at']],
  ]
  for (const [name] of indexes) await db.schema.dropIndex(name).execute()
  await replaceColumn(db, {
    table: 'posts',
    column: 'category',
    rule: sql`default 'uncategorized' check (length(category_next) between 1 and 40)`,
  })
  for (const [name, columns] of indexes) await db.schema.createIndex(name).on('posts').columns(columns).execute()
}

/** The longest setting is 5,000 UTF-16 units, which are at most 5,000 characters. */
async function allowLongerComments(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter table comments drop constraint comments_content_check`.execute(db)
    await sql`alter table comments add constraint comments_content_check check (length(content) between 1 and 5000)`.execute(db)
    return
  }
  // SQLite requires a default that satisfies the check; every insert sets the column.
  await replaceColumn(db, { table: 'comments', column: 'content', rule: sql`default '-' check (length(content_next) between 1 and 5000)` })
}

/** SQLite cannot alter a check constraint, and replacing the table would cascade its deletion to referencing tables. */
async function replaceColumn(db: Kysely<unknown>, change: { table: string; column: string; rule: RawBuilder<unknown> }): Promise<void> {
  const [table, column, next] = [sql.table(change.table), sql.ref(change.column), sql.ref(`${change.column}_next`)]
  await sql`alter table ${table} add column ${next} text not null ${change.rule}`.execute(db)
  await sql`update ${table} set ${next} = ${column}`.execute(db)
  await sql`alter table ${table} drop column ${column}`.execute(db)
  await sql`alter table ${table} rename column ${next} to ${column}`.execute(db)
}

const isPostgres = (db: Kysely<unknown>): boolean => db.getExecutor().adapter instanceof PostgresAdapter
