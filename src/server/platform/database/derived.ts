/**
 * Tables that hold nothing of their own: what stands in them follows from the others. A backup need not hold them;
 * a restore leaves them empty before it writes the rest.
 * - Triggers fill `tallies` and `post_pictures` (migration 5) as rows come, and count `comments.report_count` anew with each report.
 * - `post_search`, `search_words` and `search_state` are filled at the next start, or by `indexPosts` (`src/server/index-posts.ts`).
 * - `changes` tells other processes of writes; it is of no use afterwards. SQLite alone has it.
 */
export const DERIVED_TABLES = ['tallies', 'post_pictures', 'post_search', 'search_words', 'search_state', 'changes'] as const
