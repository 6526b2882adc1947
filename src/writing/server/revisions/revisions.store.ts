import type { Selectable } from 'kysely'
import { v7 as newId } from 'uuid'
import { AppError } from '#platform/contract/errors.ts'
import { REVISIONS_PER_POST_MAX } from '#writing/contract/writing-limits.ts'
import type { Database } from '#platform/database/database.ts'
import type { PostVersionsTable } from '#migrations/schema.ts'
import { editorColumns } from '#accounts/server/index.ts'
import { isNewText, pickText, type PostRow, type PostTextRow, TEXT_COLUMNS } from '#posts/server/index.ts'

type VersionRow = Selectable<PostVersionsTable> & { readonly editor_name: string | null; readonly editor_display_name: string | null }

const LISTED_COLUMNS = TEXT_COLUMNS.filter((column) => column !== 'content')

/** Stores the current version of a post. Call within a transaction, before the post changes. Deletes the revision beyond the limit. */
export async function createRevision(trx: Database, post: PostRow): Promise<void> {
  const { id, revision, editor_id, updated_at } = post
  await trx
    .insertInto('post_versions')
    .values({ id: newId(), post_id: id, revision, ...pickText(post), editor_id, made_at: updated_at })
    .execute()
  await trx
    .deleteFrom('post_versions')
    .where('post_id', '=', id)
    .where('revision', '<=', revision - REVISIONS_PER_POST_MAX)
    .execute()
}

interface Reader {
  readonly postId: string
  readonly userId: string
}

/** The user's versions that were never published, newest first. */
const selectKept = (db: Database, { postId, userId }: Reader) =>
  db
    .selectFrom('post_versions')
    .where('post_id', '=', postId)
    .where('revision', 'is', null)
    .where('editor_id', '=', userId)
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')

interface KeptText extends Reader {
  readonly text: PostTextRow
  readonly now: number
}

/**
 * Stores a text that was never published; a repeated call changes nothing. Call within a transaction. Deletes the user's
 * oldest one beyond the limit.
 */
export async function keepText(trx: Database, { postId, userId, text, now }: KeptText): Promise<void> {
  const kept = selectKept(trx, { postId, userId })
  const newest = await kept.select(TEXT_COLUMNS).limit(1).executeTakeFirst()
  if (newest && !isNewText(newest, text)) return
  await trx
    .insertInto('post_versions')
    .values({ id: newId(), post_id: postId, revision: null, ...text, editor_id: userId, made_at: now })
    .execute()
  const oldest = kept.select('id').limit(1).offset(REVISIONS_PER_POST_MAX)
  await trx.deleteFrom('post_versions').where('id', 'in', oldest).execute()
}

/** Versions that the user sees: those that were published, and their own ones that were not. */
const selectVersions = (db: Database, { postId, userId }: Reader) =>
  db
    .selectFrom('post_versions')
    .where('post_id', '=', postId)
    .where((eb) => eb.or([eb('revision', 'is not', null), eb('editor_id', '=', userId)]))

/** Lists earlier versions, newest first, without their bodies. */
export const listRevisions = (
  db: Database,
  reader: Reader,
  range: { startIndex: number; limit: number },
): Promise<Omit<VersionRow, 'content'>[]> =>
  selectVersions(db, reader)
    .leftJoin('users', 'users.id', 'post_versions.editor_id')
    .select([...LISTED_COLUMNS, 'post_versions.id', 'post_id', 'revision', 'editor_id', 'made_at', ...editorColumns])
    .orderBy('made_at', 'desc')
    .orderBy('post_versions.id', 'desc')
    .limit(range.limit)
    .offset(range.startIndex)
    .execute()

export async function countRevisions(db: Database, reader: Reader): Promise<number> {
  const { count } = await selectVersions(db, reader)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @throws not_found */
export async function getRevision(db: Database, reader: Reader, id: string): Promise<VersionRow> {
  const row = await selectVersions(db, reader)
    .leftJoin('users', 'users.id', 'post_versions.editor_id')
    .select([...TEXT_COLUMNS, 'post_versions.id', 'post_id', 'revision', 'editor_id', 'made_at'])
    .select(editorColumns)
    .where('post_versions.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This version is no longer kept.')
  return row
}

/** Returns the published version in the shape of an earlier one. It has the id of its post. */
export async function currentVersion(db: Database, post: PostRow): Promise<VersionRow> {
  const editor =
    post.editor_id === null
      ? undefined
      : await db.selectFrom('users').select(editorColumns).where('id', '=', post.editor_id).executeTakeFirst()
  const { id, revision, editor_id, updated_at } = post
  return {
    id,
    post_id: id,
    revision,
    ...pickText(post),
    editor_id,
    made_at: updated_at,
    editor_name: editor?.editor_name ?? null,
    editor_display_name: editor?.editor_display_name ?? null,
  }
}
