import { pageIds, pages } from '#contract/pages.ts'
import { element, textElement, xmlDocument } from '#server/features/xml.ts'

const PAGE_PATHS = pageIds.flatMap((id) => ('inSitemap' in pages[id] ? [pages[id].path] : []))

interface PostAddress {
  readonly slug: string
  readonly updated_at: number
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** A sitemap of sitemaps.org's protocol. The first one holds the pages that are no posts as well. */
export function writeSitemap(posts: readonly PostAddress[], publicUrl: string, options: { withPages: boolean }): string {
  const listedPages = (options.withPages ? PAGE_PATHS : []).map((path) => element('url', {}, textElement('loc', publicUrl + path)))
  const entries = posts.map((post) => {
    const lastModified = textElement('lastmod', new Date(post.updated_at).toISOString())
    return element('url', {}, textElement('loc', `${publicUrl}/post/${post.slug}`) + lastModified)
  })
  return xmlDocument(element('urlset', { xmlns: XMLNS }, `\n${[...listedPages, ...entries].join('\n')}\n`))
}

/** An index of so many sitemaps. They lie at the root: a sitemap speaks for its own folder alone. */
export function writeSitemapIndex(count: number, publicUrl: string): string {
  const entries = Array.from({ length: count }, (_, index) =>
    element('sitemap', {}, textElement('loc', `${publicUrl}/sitemap-${index + 1}.xml`)),
  )
  return xmlDocument(element('sitemapindex', { xmlns: XMLNS }, `\n${entries.join('\n')}\n`))
}
