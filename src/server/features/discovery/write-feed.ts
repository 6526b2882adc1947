import { type BlogCategories, type Category, categoryName } from '#contract/categories.ts'
import type { FeedPost } from './discovery.store.ts'
import { element, textElement, xmlDocument } from '#server/features/xml.ts'

interface FeedSite {
  readonly name: string
  readonly author: string
  readonly publicUrl: string
  readonly categories: BlogCategories
}

/** A fixed category is its own name. */
const labelOf = (category: Category, all: BlogCategories): { label?: string } => {
  const name = categoryName(category, all)
  return name === category ? {} : { label: name }
}

const iso = (ms: number): string => new Date(ms).toISOString()

/** An Atom feed (RFC 4287) of these posts, whole: people read them where they like. */
export function writeFeed(posts: readonly FeedPost[], site: FeedSite): string {
  const { name, publicUrl } = site
  const changedAt = Math.max(0, ...posts.map((post) => post.updated_at))
  const hasSeveralWriters = new Set(posts.map((post) => post.username)).size > 1
  const parts = [
    textElement('title', name),
    textElement('id', `${publicUrl}/`),
    element('link', { href: `${publicUrl}/` }),
    element('link', { rel: 'self', type: 'application/atom+xml', href: `${publicUrl}/feed.xml` }),
    textElement('updated', iso(changedAt)),
    element('author', {}, textElement('name', site.author || name)),
    ...posts.map((post) => entry({ ...post, author: post.display_name ?? (hasSeveralWriters ? post.username : null) }, site)),
  ]
  return xmlDocument(element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': 'en' }, `\n${parts.join('\n')}\n`))
}

/**
 * Pictures and links of ours are paths, so the body says what they are relative to. Without an author it has the feed's.
 */
function entry({ author, ...post }: FeedPost & { readonly author: string | null }, { publicUrl, categories }: FeedSite): string {
  const address = `${publicUrl}/post/${post.slug}`
  const parts = [
    textElement('title', post.title),
    // The id stays when a new title gives a new address.
    textElement('id', `urn:uuid:${post.id}`),
    element('link', { href: address }),
    textElement('published', iso(post.created_at)),
    textElement('updated', iso(post.updated_at)),
    ...(author === null ? [] : [element('author', {}, textElement('name', author))]),
    element('category', { term: post.category, ...labelOf(post.category, categories) }),
    textElement('content', post.content, { type: 'html', 'xml:base': address }),
  ]
  return element('entry', {}, `\n${parts.join('\n')}\n`)
}
