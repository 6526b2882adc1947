import { element, textElement, xmlDocument } from '#platform/text/xml.ts'

interface Address {
  readonly slug: string
  readonly updated_at: number
}

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Listed {
  /** Fixed pages, in the first sitemap only. */
  readonly paths: readonly string[]
  /** Pages that the family has added, in the first sitemap only. */
  readonly ownPages: readonly Address[]
  readonly posts: readonly Address[]
}

/** Writes a sitemap in the sitemaps.org protocol. */
export function writeSitemap({ paths, posts, ownPages }: Listed, publicUrl: string): string {
  const listedPages = paths.map((path) => element('url', {}, textElement('loc', publicUrl + path)))
  const entryAt = (folder: string) => (address: Address) => {
    const lastModified = textElement('lastmod', new Date(address.updated_at).toISOString())
    return element('url', {}, textElement('loc', publicUrl + folder + address.slug) + lastModified)
  }
  const entries = [...ownPages.map(entryAt('/')), ...posts.map(entryAt('/post/'))]
  return xmlDocument(element('urlset', { xmlns: XMLNS }, `\n${[...listedPages, ...entries].join('\n')}\n`))
}

/** Writes an index of `count` sitemaps. They are at the root, because a sitemap may only list URLs below its own folder. */
export function writeSitemapIndex(count: number, publicUrl: string): string {
  const entries = Array.from({ length: count }, (_, index) =>
    element('sitemap', {}, textElement('loc', `${publicUrl}/sitemap-${index + 1}.xml`)),
  )
  return xmlDocument(element('sitemapindex', { xmlns: XMLNS }, `\n${entries.join('\n')}\n`))
}
