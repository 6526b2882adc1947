import { FEEDS } from '#posts/contract/feeds.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { element, textElement, xmlDocument } from '#platform/text/xml.ts'
import type { Feed, FeedEntry, FeedPicture } from './feed.ts'

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** RFC 822 date with a four-digit year, as RSS requires. */
const rssDate = (ms: number): string => new Date(ms).toUTCString()

/** RSS 2.0 with extensions for what it lacks: Atom links and dates, the whole text, authors without an email address, pictures. */
export function writeRss({ title, pageUrl, selfUrl, author, language, updatedAt, entries }: Feed): string {
  const parts = [
    textElement('title', title),
    textElement('link', pageUrl),
    textElement('description', escapeHtml(`The posts of ${title}`)),
    textElement('language', language),
    textElement('lastBuildDate', rssDate(updatedAt)),
    textElement('dc:creator', author),
    ...(selfUrl === null ? [] : [element('atom:link', { rel: 'self', type: FEEDS.rss.type, href: selfUrl('rss') })]),
    ...entries.map((entry) => writeItem({ ...entry, author: entry.author ?? author })),
  ]
  return xmlDocument(element('rss', { version: '2.0', ...NAMESPACES }, element('channel', {}, `\n${parts.join('\n')}\n`)))
}

function writeItem(entry: FeedEntry & { readonly author: string }): string {
  const { title, id, url, publishedAt, updatedAt, author, category, summary, html, cover } = entry
  const parts = [
    textElement('title', title),
    textElement('link', url),
    textElement('guid', id, { isPermaLink: 'false' }),
    textElement('pubDate', rssDate(publishedAt)),
    textElement('atom:updated', new Date(updatedAt).toISOString()),
    textElement('dc:creator', author),
    ...(category === null ? [] : [textElement('category', category.name)]),
    // Readers parse a description as HTML.
    textElement('description', escapeHtml(summary)),
    textElement('content:encoded', html),
    ...(cover === null ? [] : writeCover(cover)),
  ]
  return element('item', {}, `\n${parts.join('\n')}\n`)
}

/** An enclosure requires a length; 0 means unknown. */
const writeCover = ({ url, type, width, height }: FeedPicture) => [
  element('enclosure', { url, type, length: '0' }),
  element('media:content', { url, type, medium: 'image', width: String(width), height: String(height) }),
]
