import { type Kysely, sql } from 'kysely'

/** A draft keeps its id, whichever form writes it (decision 65). Until now each form was a draft of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('post_drafts').renameColumn('writer', 'id').execute()
  await db.schema
    .alterTable('post_drafts')
    .addColumn('writer', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`update post_drafts set writer = id`.execute(db)
  for (const column of ['published_revision', 'published_sequence']) {
    await db.schema.alterTable('post_drafts').addColumn(column, 'integer').execute()
  }
}
