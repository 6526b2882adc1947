/** Columns that are copied when a comment is trashed or restored, without those that triggers fill. */
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
  'created_at',
  'updated_at',
] as const
export const LIKE_COLUMNS = ['comment_id', 'user_id', 'created_at'] as const
export const REPORT_COLUMNS = ['comment_id', 'user_id', 'reason', 'created_at'] as const
