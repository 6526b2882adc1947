/** Tables with the address of a cover and HTML, and how each row is named in `kept_pictures`. */
export const KEEPERS = {
  post_edits: (row: 'old' | 'new') => `'post_edits/' || ${row}.post_id || '/' || ${row}.user_id`,
  post_versions: (row: 'old' | 'new') => `'post_versions/' || ${row}.id`,
} as const
