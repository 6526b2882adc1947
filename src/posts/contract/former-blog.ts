/** Query parameters that the start page of a WordPress blog used instead of paths; imported blogs redirect them. */
export const FORMER_BLOG_QUERY = [
  // Post, page or attachment by number.
  'p',
  'page_id',
  'attachment_id',
  // Lists: category by number or slug, tag, author, month, next page.
  'cat',
  'category_name',
  'tag',
  'author',
  'author_name',
  'm',
  'paged',
  // Search, and feed of any of these.
  's',
  'feed',
] as const
