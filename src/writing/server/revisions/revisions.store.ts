import type { Selectable } from 'kysely'
import { AppError } from '#platform/contract/errors.ts'
import { REVISIONS_PER_POST_MAX } from '#platform/contract/limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { PostRevisionsTable } from '#migrations/schema.ts'
import { editorColumns } from '#accounts/server/index.ts'
import { pickText, type PostRow, TEXT_COLUMNS } from '#posts/server/index.ts'

type RevisionRow = Selectable<PostRevisionsTable> & { readonly editor_name: string | null; readonly editor_display_name: string | null }

const LISTED_COLUMNS = TEXT_COLUMNS.filter((column) => column !== 'content')

/** Stores the current version of a post. Call within a transaction, before the post changes. Deletes the revision beyond the limit. */
export async function createRevision(trx: Database, post: PostRow): Promise<void> {
  const { id, revision, editor_id, updated_at } = post
  await trx
    .insertInto('post_revisions')
    .values({ post_id: id, revision, ...pickText(post), editor_id, published_at: updated_at })
    .execute()
  await trx
    .deleteFrom('post_revisions')
    .where('post_id', '=', id)
    .where('revision', '<=', revision - REVISIONS_PER_POST_MAX)
    .execute()
}

/** Lists earlier versions, newest first, without their bodies. */
export async function listRevisions(
  db: Database,
  postId: string,
  range: { startIndex: number; limit: number },
): Promise<Omit<RevisionRow, 'content'>[]> {
  return db
    .selectFrom('post_revisions')
    .leftJoin('users', 'users.id', 'post_revisions.editor_id')
    .select([...LISTED_COLUMNS, 'post_id', 'revision', 'editor_id', 'published_at', ...editorColumns])
    .where('post_id', '=', postId)
    .orderBy('revision', 'desc')
    .limit(range.limit)
    .offset(range.startIndex)
    .execute()
}

export async function countRevisions(db: Database, postId: string): Promise<number> {
  const { count } = await db
    .selectFrom('post_revisions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return count
}

/** @throws not_found */
export async function getRevision(db: Database, postId: string, revision: number): Promise<RevisionRow> {
  const row = await db
    .selectFrom('post_revisions')
    .leftJoin('users', 'users.id', 'post_revisions.editor_id')
    .select([...TEXT_COLUMNS, 'post_id', 'revision', 'editor_id', 'published_at'])
    .select(editorColumns)
    .where('post_id', '=', postId)
    .where('revision', '=', revision)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This version is no longer kept.')
  return row
}

/** Returns the published version in the shape of a revision. */
export async function currentVersion(db: Database, post: PostRow): Promise<RevisionRow> {
  const editor =
    post.editor_id === null
      ? undefined
      : await db.selectFrom('users').select(editorColumns).where('id', '=', post.editor_id).executeTakeFirst()
  const { id, revision, editor_id, updated_at } = post
  return {
    post_id: id,
    revision,
    ...pickText(post),
    editor_id,
    published_at: updated_at,
    editor_name: editor?.editor_name ?? null,
    editor_display_name: editor?.editor_display_name ?? null,
  }
}
