import { type Kysely, sql } from 'kysely'

/** Uploads, and the pictures made from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('profile', 'post')`))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull().check(sql`size > 0`))
    .addColumn('state', 'text', (column) =>
      column.notNull().check(sql`state in ('receiving', 'received', 'processing', 'done', 'refused', 'ended')`),
    )
    .addColumn('message', 'text')
    .addColumn('address', 'text')
    .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('uploads_by_user').on('uploads').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('uploads_by_date').on('uploads').column('created_at').execute()

  await db.schema
    .createTable('pictures')
    .addColumn('folder', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('profile', 'post')`))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('unused_since', 'bigint')
    .execute()
  await db.schema.createIndex('pictures_by_user').on('pictures').column('user_id').execute()
}
