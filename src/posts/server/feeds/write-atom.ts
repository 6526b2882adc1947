import { FEEDS } from '#posts/contract/feeds.ts'
import { element, textElement, xmlDocument } from '#platform/text/xml.ts'
import type { Feed, FeedEntry } from './feed.ts'
import { toIso } from '#platform/contract/format-date.ts'

const person = (name: string) => element('author', {}, textElement('name', name))

/** RFC 4287. */
export function writeAtom({ title, id, pageUrl, selfUrl, author, language, updatedAt, entries }: Feed): string {
  const parts = [
    textElement('title', title),
    textElement('id', id),
    element('link', { href: pageUrl }),
    ...(selfUrl === null ? [] : [element('link', { rel: 'self', type: FEEDS.atom.type, href: selfUrl('atom') })]),
    textElement('updated', toIso(updatedAt)),
    person(author),
    ...entries.map(writeEntry),
  ]
  return xmlDocument(element('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }, `\n${parts.join('\n')}\n`))
}

/** An entry without an author has that of the feed. */
function writeEntry({ title, id, url, publishedAt, updatedAt, author, category, summary, html, cover }: FeedEntry): string {
  const parts = [
    textElement('title', title),
    textElement('id', id),
    element('link', { href: url }),
    ...(cover === null ? [] : [element('link', { rel: 'enclosure', type: cover.type, href: cover.url })]),
    textElement('published', toIso(publishedAt)),
    textElement('updated', toIso(updatedAt)),
    ...(author === null ? [] : [person(author)]),
    ...(category === null ? [] : [element('category', { term: category.slug, label: category.name })]),
    textElement('summary', summary),
    textElement('content', html, { type: 'html' }),
  ]
  return element('entry', {}, `\n${parts.join('\n')}\n`)
}
