import type { OwnTexts } from '#accounts/contract/users.endpoints.ts'
import { toIso } from '#platform/contract/format-date.ts'
import type { Database } from '#platform/database/database.ts'
import { readRows } from '#platform/database/read-pages.ts'
import type { Streamed } from '#platform/http/json-stream.ts'
import { coverOf } from '#posts/contract/cover.ts'
import { type PostTextRow, TEXT_COLUMNS, toPostText } from '#posts/server/index.ts'

/** Each may have a megabyte. */
const ROWS_AT_ONCE = 4

/** What a user has written for posts and pages, for the data that users download. */
export const ownTextsOf = (db: Database, userId: string): Streamed<OwnTexts> => ({
  posts: ownPosts(db, userId),
  edits: ownEdits(db, userId),
  versions: ownVersions(db, userId),
})

const textOf = (row: PostTextRow) => toPostText(row, coverOf(row.image_url, row.content) ?? '')

async function* ownPosts(db: Database, userId: string): AsyncGenerator<OwnTexts['posts'][number]> {
  const rows = readRows(db, {
    table: 'posts',
    columns: [...TEXT_COLUMNS, 'id', 'state', 'slug', 'created_at', 'updated_at'],
    key: ['state', 'id'],
    where: { column: 'author_id', value: userId },
    rowsAtOnce: ROWS_AT_ONCE,
  })
  for await (const row of rows) {
    const { id, state, slug } = row
    yield { _id: id, state, ...textOf(row), slug, createdAt: toIso(row.created_at), updatedAt: toIso(row.updated_at) }
  }
}

async function* ownEdits(db: Database, userId: string): AsyncGenerator<OwnTexts['edits'][number]> {
  const rows = readRows(db, {
    table: 'post_edits',
    columns: [...TEXT_COLUMNS, 'post_id', 'is_empty', 'saved_at'],
    key: ['saved_at', 'post_id'],
    where: { column: 'user_id', value: userId },
    rowsAtOnce: ROWS_AT_ONCE,
  })
  for await (const row of rows) {
    if (row.is_empty === 0) yield { postId: row.post_id, ...textOf(row), savedAt: toIso(row.saved_at) }
  }
}

async function* ownVersions(db: Database, userId: string): AsyncGenerator<OwnTexts['versions'][number]> {
  const rows = readRows(db, {
    table: 'post_versions',
    columns: [...TEXT_COLUMNS, 'id', 'post_id', 'revision', 'made_at'],
    key: ['post_id', 'id'],
    where: { column: 'editor_id', value: userId },
    rowsAtOnce: ROWS_AT_ONCE,
  })
  for await (const row of rows) yield { postId: row.post_id, revision: row.revision, ...textOf(row), savedAt: toIso(row.made_at) }
}
