import { element, textElement, xmlDocument } from './xml.ts'

/** Public pages that are always there; those of signing in are not for search engines. */
const PAGES = ['/', '/about', '/search', '/projects', '/privacy-policy', '/terms']

interface PostAddress {
  readonly slug: string
  readonly updated_at: number
}

/** A sitemap of sitemaps.org's protocol. */
export function writeSitemap(posts: readonly PostAddress[], publicUrl: string): string {
  const pages = PAGES.map((path) => element('url', {}, textElement('loc', publicUrl + path)))
  const entries = posts.map((post) => {
    const changed = textElement('lastmod', new Date(post.updated_at).toISOString())
    return element('url', {}, textElement('loc', `${publicUrl}/post/${post.slug}`) + changed)
  })
  return xmlDocument(
    element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, `\n${[...pages, ...entries].join('\n')}\n`),
  )
}
