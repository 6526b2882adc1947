/**
 * Columns that are copied to the table of the same things in the trash and back. The deletion of a single comment copies the
 * same ones. Triggers fill the others.
 */
export const COMMENT_COLUMNS = [
  'id',
  'post_id',
  'user_id',
  'guest_name',
  'content',
  'parent_id',
  'parent_at',
  'replied_to_id',
  'pending',
  'editor_id',
  'first_content',
  'created_at',
  'updated_at',
] as const
export const LIKE_COLUMNS = ['comment_id', 'user_id', 'created_at'] as const
export const REPORT_COLUMNS = ['comment_id', 'user_id', 'reason', 'created_at'] as const
export const SLUG_COLUMNS = ['slug', 'post_id'] as const
export const POST_LIKE_COLUMNS = ['post_id', 'user_id', 'created_at'] as const
export const VISITOR_LIKE_COLUMNS = ['post_id', 'device_hash'] as const
