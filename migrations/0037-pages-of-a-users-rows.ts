import type { Kysely } from 'kysely'

/** Indexes in which the rows of one user have the order in which they are read page by page. */
const INDEXES: readonly (readonly [name: string, table: string, columns: string[]])[] = [
  ['comments_by_user', 'comments', ['user_id', 'id', 'pending']],
  ['likes_by_user', 'likes', ['user_id', 'comment_id']],
  ['post_likes_by_user', 'post_likes', ['user_id', 'post_id']],
  ['comment_reports_by_user', 'comment_reports', ['user_id', 'comment_id']],
  ['post_revisions_by_editor', 'post_revisions', ['editor_id', 'post_id', 'revision']],
  ['planned_posts_by_author_id', 'planned_posts', ['author_id', 'id']],
  ['trashed_posts_by_author_id', 'trashed_posts', ['author_id', 'id']],
  ['trashed_comments_by_user', 'trashed_comments', ['user_id', 'id']],
  ['trashed_likes_by_user', 'trashed_likes', ['user_id', 'comment_id']],
  ['trashed_post_likes_by_user', 'trashed_post_likes', ['user_id', 'post_id']],
  ['trashed_comment_reports_by_user', 'trashed_comment_reports', ['user_id', 'comment_id']],
  ['deleted_comments_by_user_id', 'deleted_comments', ['user_id', 'id']],
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, columns] of INDEXES) {
    await db.schema.dropIndex(name).execute()
    await db.schema.createIndex(name).on(table).columns(columns).execute()
  }
}
