import { SITEMAP_SIZE } from '#posts/contract/post-limits.ts'
import type { BigBlog } from './big-blog.ts'

/** A GET request to measure. */
export interface Read {
  readonly name: string
  readonly kind: 'public' | 'common search' | 'admin'
  /** Returns different paths for different numbers if possible. A path that never changes is invalidated before each request. */
  readonly path: (blog: BigBlog, number: number) => string
}

const list = (name: string, query: (blog: BigBlog, number: number) => string): Read => ({
  name,
  kind: 'public',
  path: (blog, number) => `/api/post/getposts?${query(blog, number)}`,
})
const commonSearch = (name: string, query: string): Read => ({ ...list(name, () => query), kind: 'common search' })
const admin = (name: string, path: Read['path']): Read => ({ name, kind: 'admin', path })
const far = ({ slugs }: BigBlog, share: number, number: number) => Math.floor(slugs.length * share) + number
const CATEGORY_SHARE = 1 / 7
/** A small blog has only one sitemap. */
const sitemapOf = (posts: number, number: number) =>
  posts > SITEMAP_SIZE ? `/sitemap-${(number % Math.floor(posts / SITEMAP_SIZE)) + 1}.xml` : '/sitemap.xml'

export const POST_BY_SLUG = list('post by slug', ({ slugs }, number) => `slug=${slugs[(number * 37) % slugs.length]}`)

export const READS: readonly Read[] = [
  list('newest nine', (_, number) => `startIndex=${number}`),
  list('newest nine, pinned ones first', (_, number) => `pinned=first&startIndex=${number}`),
  list('oldest nine', (_, number) => `sort=asc&startIndex=${number}`),
  list('a page nine tenths down', (blog, number) => `startIndex=${far(blog, 0.9, number)}`),
  list('the same, pinned ones first', (blog, number) => `pinned=first&startIndex=${far(blog, 0.9, number)}`),
  list('category', (_, number) => `category=health&startIndex=${number}`),
  list('category, nine tenths down', (blog, number) => `category=health&startIndex=${far(blog, 0.9 * CATEGORY_SHARE, number)}`),
  list('author', ({ adminId }, number) => `userId=${adminId}&startIndex=${number}`),
  list('author, nine tenths down', (blog, number) => `userId=${blog.adminId}&startIndex=${far(blog, 0.9, number)}`),
  list('author and category', ({ adminId }, number) => `userId=${adminId}&category=health&startIndex=${number}`),
  list('search: a word of one post in a hundred', () => 'searchTerm=giraffe'),
  list('search: a word that no post has', () => 'searchTerm=zzzzz'),
  list('search: a misspelt word, with what was meant', (_, number) => `searchTerm=girafef&startIndex=${number}`),
  list('search: two misspelt words', (_, number) => `searchTerm=kettel+giarffe&startIndex=${number}`),
  list('search: the beginning of a rare word', () => 'searchTerm=giraf'),
  commonSearch('search: a word of every third post', 'searchTerm=kettle'),
  commonSearch('search: two such words', 'searchTerm=kettle+corridor'),
  commonSearch('search: two such words, oldest first', 'searchTerm=kettle+corridor&sort=asc'),
  commonSearch('search: two such words, by relevance', 'searchTerm=kettle+corridor&sort=relevance'),
  commonSearch('search: two such words, in a category', 'searchTerm=kettle+corridor&category=health'),
  commonSearch('search: the beginning of such a word', 'searchTerm=kettle+corr'),
  {
    ...list('search: such a word, nine tenths down', (blog, number) => `searchTerm=kettle&startIndex=${far(blog, 0.3, number)}`),
    kind: 'common search',
  },
  { name: 'post page', kind: 'public', path: ({ slugs }, number) => `/post/${slugs[(number * 41) % slugs.length]}` },
  { name: 'comments of a post with 2,000', kind: 'public', path: ({ discussedId }) => `/api/comment/getpostcomments/${discussedId}` },
  { name: 'user', kind: 'public', path: ({ readerIds }, number) => `/api/user/${readerIds[number % readerIds.length]}` },
  { name: 'feed.xml', kind: 'public', path: () => '/feed.xml' },
  { name: 'feed of a category, RSS', kind: 'public', path: () => '/category/health/rss.xml' },
  { name: 'sitemap.xml', kind: 'public', path: () => '/sitemap.xml' },
  { name: 'one sitemap of 1,000 posts', kind: 'public', path: ({ slugs }, number) => sitemapOf(slugs.length, number) },
  admin('dashboard: overview of posts', () => '/api/post/getposts?limit=5'),
  admin('dashboard: all posts', (_, number) => `/api/post/overview?startIndex=${number}`),
  admin('dashboard: all posts, nine tenths down', (blog, number) => `/api/post/overview?startIndex=${far(blog, 0.9, number)}`),
  admin('dashboard: trash', (_, number) => `/api/post/trash?startIndex=${number}`),
  admin('dashboard: comments', (_, number) => `/api/comment/getcomments?startIndex=${number}`),
  admin('dashboard: comments, nine tenths down', (blog, number) => `/api/comment/getcomments?startIndex=${far(blog, 9, number)}`),
  admin('dashboard: users', (_, number) => `/api/user/getusers?startIndex=${number}`),
]
