/** Query parameters by which the start page of another blog led to something else. */
export const FORMER_BLOG_QUERY = [
  // A post, page or attachment by its number.
  'p',
  'page_id',
  'attachment_id',
  // Lists: of a category by its number or slug, a tag, an author, a month, the next page.
  'cat',
  'category_name',
  'tag',
  'author',
  'author_name',
  'm',
  'paged',
  // A search, and feeds of all of these.
  's',
  'feed',
] as const
