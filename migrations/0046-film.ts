import { type Kysely } from 'kysely'
import { changeCheck } from './0032-moving-in.ts'

/** Uploads of film, sound and papers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await changeCheck(db, {
    table: 'uploads',
    column: 'kind',
    initial: 'post',
    rule: `in ('profile', 'post', 'media', 'import')`,
  })
}
