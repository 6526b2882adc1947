import { type Kysely, sql } from 'kysely'

/** Invitations to the family, their uses, and requests for accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('uses_max', 'integer')
    .addColumn('used', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('invitations_uses', sql`used >= 0 and (uses_max is null or used <= uses_max)`)
    .execute()
  await db.schema.createIndex('invitations_by_date').on('invitations').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('invitations_by_creator').on('invitations').column('created_by').execute()

  // Not a column of `users`, as invitations refer to users, and a restore inserts referenced rows first.
  await db.schema
    .createTable('invitation_uses')
    .addColumn('user_id', 'text', (column) => column.primaryKey().notNull().references('users.id').onDelete('cascade'))
    .addColumn('invitation_id', 'text', (column) => column.notNull().references('invitations.id').onDelete('cascade'))
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('invitation_uses_by_invitation').on('invitation_uses').columns(['invitation_id', 'used_at']).execute()

  await db.schema
    .createTable('sign_up_requests')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_up_requests_by_date').on('sign_up_requests').columns(['created_at', 'id']).execute()
}
