import { randomBytes } from 'node:crypto'
import { IMPORTED_DRAFT } from '#writing/contract/imported-drafts.ts'
import { AppError } from '#platform/contract/errors.ts'
import { DRAFTS_PER_USER_MAX } from '#platform/contract/limits.ts'
import { NO_TEXT } from '#posts/server/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Run } from '#moving/server/writer/import-run.ts'
import type { ReadyPost } from './import-post.ts'

/** Drafts of an author that an import leaves free for new texts. */
const ROOM_FOR_WRITING = 50
const ROOM = DRAFTS_PER_USER_MAX - ROOM_FOR_WRITING

/** Imports a text that was never published as a draft of its author. @returns that it is not pinned @throws conflict when the author has too many */
export async function importDraft({ parts, options, importedItems }: Run, ready: ReadyPost): Promise<false> {
  const { source, title, category, content, cover, authorId } = ready
  if ((await countDrafts(parts.db, authorId)) >= ROOM)
    throw new AppError('conflict', `there are ${ROOM} unpublished texts already; publish or discard some, and go on`)
  const at = Math.min(source.updatedAt, parts.now())
  const row = {
    ...NO_TEXT,
    id: IMPORTED_DRAFT + randomBytes(8).toString('hex'),
    kind: 'post',
    state: 'draft',
    author_id: authorId,
    title,
    category,
    image_url: cover,
    content,
    audience: source.audience ?? null,
    sequence: 1,
    import_id: options.importId,
    created_at: at,
    updated_at: at,
  } as const
  await parts.db.transaction().execute(async (trx) => {
    await trx.insertInto('posts').values(row).execute()
    await importedItems.save(trx, { kind: 'post', sourceId: source.id, target: row.id, lacks: ready.lacks })
  })
  return false
}

async function countDrafts(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('author_id', '=', userId)
    .where('state', '=', 'draft')
    .executeTakeFirstOrThrow()
  return Number(count)
}
