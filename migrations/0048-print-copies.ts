import { type Kysely } from 'kysely'
import { changeCheck } from './0032-moving-in.ts'

/** Print copies of pictures (decision 92). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeCheck(db, {
    table: 'uploads',
    column: 'kind',
    initial: 'post',
    rule: `in ('profile', 'post', 'print', 'media', 'import')`,
  })
  await db.schema.alterTable('pictures').addColumn('print_bytes', 'bigint').execute()
}
