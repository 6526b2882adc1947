import { type CategoryNames, categoryLabel, categoryName, shownCategory } from '#site/contract/category-names.ts'
import { type FeedFormat, feedPath } from '#posts/contract/feeds.ts'
import { coverOf } from '#posts/contract/cover.ts'
import { readPictureAddress } from '#media/contract/picture-address.ts'
import type { Feed, FeedEntry, FeedPicture } from './feed.ts'
import type { FeedPost } from './feeds.store.ts'
import { summaryOf, toFeedHtml } from './feed-text.ts'

/** What a feed contains about the blog. On a closed blog author and categories are empty. */
export interface FeedBlog {
  readonly name: string
  readonly author: string
  readonly publicUrl: string
  readonly language: string
  readonly categories: CategoryNames
}

/** Which posts a feed contains. */
export type FeedScope =
  | { readonly kind: 'blog' }
  | { readonly kind: 'category'; readonly category: string }
  /** `id` is that of the stored feed address. */
  | { readonly kind: 'private'; readonly id: string }

interface Contents {
  readonly posts: readonly FeedPost[]
  /** Whether someone without a session can open the pictures of this post. */
  readonly showsPictures: (post: FeedPost) => boolean
}

export function toFeed(scope: FeedScope, blog: FeedBlog, { posts, showsPictures }: Contents): Feed {
  const hasSeveralWriters = new Set(posts.map((post) => post.username)).size > 1
  const entries = posts.map((post) => {
    const author = post.display_name ?? (hasSeveralWriters ? post.username : null)
    return toEntry({ ...post, author }, { blog, hasPictures: showsPictures(post) })
  })
  return {
    ...identityOf(scope, blog),
    author: blog.author || blog.name,
    language: blog.language,
    updatedAt: Math.max(0, ...entries.map((entry) => entry.updatedAt)),
    entries,
  }
}

function identityOf(scope: FeedScope, { name, publicUrl, categories }: FeedBlog): Pick<Feed, 'id' | 'title' | 'pageUrl' | 'selfUrl'> {
  const home = `${publicUrl}/`
  if (scope.kind === 'private') return { id: `urn:uuid:${scope.id}`, title: `${name} (private)`, pageUrl: home, selfUrl: null }
  if (scope.kind === 'blog') return { id: home, title: name, pageUrl: home, selfUrl: (format) => publicUrl + feedPath(format) }
  const { category } = scope
  return {
    id: `${publicUrl}/category/${category}`,
    title: `${name}: ${categoryLabel(category, categories)}`,
    pageUrl: `${publicUrl}/search?category=${category}`,
    selfUrl: (format: FeedFormat) => publicUrl + feedPath(format, category),
  }
}

interface EntryOptions {
  readonly blog: FeedBlog
  readonly hasPictures: boolean
}

function toEntry({ author, ...post }: FeedPost & { readonly author: string | null }, { blog, hasPictures }: EntryOptions): FeedEntry {
  const { publicUrl, categories } = blog
  const url = `${publicUrl}/post/${post.slug}`
  return {
    id: `urn:uuid:${post.id}`,
    url,
    title: post.title,
    html: toFeedHtml(post.content, { publicUrl, url, hasPictures }),
    summary: summaryOf(post.content),
    publishedAt: post.created_at,
    // A planned post is written before it is published.
    updatedAt: Math.max(post.created_at, post.updated_at),
    author,
    category:
      shownCategory(post.category, categories) === null ? null : { slug: post.category, name: categoryName(post.category, categories) },
    cover: hasPictures ? toCover(coverOf(post.image_url, post.content), publicUrl) : null,
  }
}

const TYPES = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', avif: 'image/avif' } as const

/** Drawn covers are left out: they are mere decoration, and many readers cannot show them. */
function toCover(address: string | null, publicUrl: string): FeedPicture | null {
  const picture = address === null ? null : readPictureAddress(address)
  if (picture === null) return null
  const { width, height, format } = picture
  return { url: `${publicUrl}${address}`, type: TYPES[format], width, height }
}
