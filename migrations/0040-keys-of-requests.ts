import type { Kysely } from 'kysely'

/** What a repeated request is recognised by, so that it creates no second comment (decision 71). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('comments').addColumn('request_key', 'text').execute()
  await db.schema.createIndex('comments_by_request_key').on('comments').columns(['user_id', 'request_key']).unique().execute()
}
