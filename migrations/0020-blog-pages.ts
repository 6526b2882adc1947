import { type Kysely, PostgresAdapter, sql } from 'kysely'
import { followOnPostgres, followOnSqlite } from './0011-kept-pictures.ts'

/** Pages other than posts: edited texts of those that every blog has, and pages that admins added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('blog_pages')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('slug', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('place', 'text', (column) =>
      column
        .notNull()
        .defaultTo('none')
        .check(sql`place in ('none', 'header', 'footer')`),
    )
    .addColumn('position', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('editor_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('blog_pages_by_editor').on('blog_pages').column('editor_id').execute()
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  await (isPostgres ? followOnPostgres : followOnSqlite)(db, { table: 'blog_pages', key: ['id'], columns: ['content'] })
  await moveWelcome(db)
}

/** The welcome text was stored as two plain-text settings. */
async function moveWelcome(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from settings where name in ('blog.welcomeHeading', 'blog.welcomeText')`.execute(db)
  const read = (name: string) => String(JSON.parse(rows.find((row) => row.name === name)?.value ?? '""'))
  const [title, text] = [read('blog.welcomeHeading'), read('blog.welcomeText')]
  await sql`delete from settings where name in ('blog.welcomeHeading', 'blog.welcomeText')`.execute(db)
  if (title === '' && text === '') return
  const at = Date.now()
  await sql`
    insert into blog_pages (id, slug, title, content, revision, created_at, updated_at)
    values ('welcome', 'welcome', ${title}, ${toHtml(text)}, 1, ${at}, ${at})`.execute(db)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const toHtml = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (character) => ESCAPES[character] ?? character)
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('')
