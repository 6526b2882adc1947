import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** Lists of sessions; verifying, disabling and recovering accounts; comments that wait for approval; the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await extendUsers(db)
  await extendSessions(db)
  await createIdentities(db)
  await createRecovery(db)
  await extendComments(db)
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('rate_limits')
    .addColumn('open_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
}

async function extendUsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('email_verified', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`email_verified in (0, 1)`),
    )
    .execute()
  await db.schema.alterTable('users').addColumn('disabled_at', 'bigint').execute()
  await db.schema.alterTable('users').addColumn('disabled_reason', 'text').execute()
}

/** Existing sessions stay valid: each gets an id and was last seen when it began. */
async function extendSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('id', 'text').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  const { rows } = await sql<{ token_hash: string }>`select token_hash from sessions`.execute(db)
  for (const { token_hash: hash } of rows) {
    await sql`update sessions set id = ${randomUUID()}, last_seen_at = created_at where token_hash = ${hash}`.execute(db)
  }
  await db.schema.createIndex('sessions_by_id').unique().on('sessions').column('id').execute()
}

async function createIdentities(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('identities_key', ['issuer', 'subject'])
    .execute()
  await db.schema.createIndex('identities_by_user').on('identities').column('user_id').execute()

  await db.schema
    .createTable('sign_in_flows')
    .addColumn('flow_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull())
    .addColumn('code_verifier', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sign_in_flows_by_end').on('sign_in_flows').column('expires_at').execute()
}

async function createRecovery(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_links')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('reset_password', 'verify_email')`))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('account_links_by_user').on('account_links').column('user_id').execute()
  await db.schema.createIndex('account_links_by_end').on('account_links').column('expires_at').execute()

  await db.schema
    .createTable('outbox')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('outbox_by_attempt').on('outbox').columns(['next_attempt_at', 'id']).execute()
  await db.schema.createIndex('outbox_by_email').on('outbox').column('email').execute()
}

async function extendComments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('comments')
    .addColumn('pending', 'integer', (column) =>
      column
        .notNull()
        .defaultTo(0)
        .check(sql`pending in (0, 1)`),
    )
    .execute()
  await db.schema
    .createTable('comment_reports')
    .addColumn('comment_id', 'text', (column) => column.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('comment_reports_key', ['comment_id', 'user_id'])
    .execute()
  await db.schema.createIndex('comment_reports_by_user').on('comment_reports').column('user_id').execute()
}
