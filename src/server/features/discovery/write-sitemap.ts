import { pageIds, pages } from '#contract/pages.ts'
import { element, textElement, xmlDocument } from '#server/features/xml.ts'

const PAGE_PATHS = pageIds.flatMap((id) => ('inSitemap' in pages[id] ? [pages[id].path] : []))

interface Address {
  readonly slug: string
  readonly updated_at: number
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Listed {
  readonly posts: readonly Address[]
  /** Those that the family has added; null in all but the first sitemap, which holds the pages that are no posts as well. */
  readonly ownPages: readonly Address[] | null
}

/** A sitemap of sitemaps.org's protocol. */
export function writeSitemap({ posts, ownPages }: Listed, publicUrl: string): string {
  const listedPages = (ownPages === null ? [] : PAGE_PATHS).map((path) => element('url', {}, textElement('loc', publicUrl + path)))
  const entryAt = (folder: string) => (address: Address) => {
    const lastModified = textElement('lastmod', new Date(address.updated_at).toISOString())
    return element('url', {}, textElement('loc', publicUrl + folder + address.slug) + lastModified)
  }
  const entries = [...(ownPages ?? []).map(entryAt('/')), ...posts.map(entryAt('/post/'))]
  return xmlDocument(element('urlset', { xmlns: XMLNS }, `\n${[...listedPages, ...entries].join('\n')}\n`))
}

/** An index of so many sitemaps. They lie at the root: a sitemap speaks for its own folder alone. */
export function writeSitemapIndex(count: number, publicUrl: string): string {
  const entries = Array.from({ length: count }, (_, index) =>
    element('sitemap', {}, textElement('loc', `${publicUrl}/sitemap-${index + 1}.xml`)),
  )
  return xmlDocument(element('sitemapindex', { xmlns: XMLNS }, `\n${entries.join('\n')}\n`))
}
