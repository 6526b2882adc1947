import type { FeedFormat } from '#posts/contract/feeds.ts'
import { readXml, type XmlElement } from '#tests/support/feeds/read-xml.ts'

/** Checks a feed against RFC 4287, or the specification of RSS 2.0 and its best practices. */
export function findFeedMistakes(format: FeedFormat, text: string): string[] {
  const mistakes: string[] = []
  const check: Check = (isRight, mistake) => void (isRight || mistakes.push(mistake))
  check(!FORBIDDEN.test(text), 'a character that XML forbids')
  if (format === 'atom') checkAtom(readXml(text), check)
  else checkRss(readXml(text), check)
  return mistakes
}

type Check = (isRight: boolean, mistake: string) => void

// oxlint-disable-next-line no-control-regex -- what XML 1.0 forbids
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u

const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
const RFC_822 = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
const HAS_PATHS = / (?:href|src)="(?!https?:|mailto:|tel:|about:)/
const isWhole = (address: unknown) => typeof address === 'string' && URL.canParse(address) && !/\s/.test(address)

const all = (node: XmlElement, name: string) => node.children.filter((child) => child.name === name)
/** Text of the only child with this name. */
const only = (node: XmlElement, name: string) => {
  const [first, ...others] = all(node, name)
  return others.length === 0 ? (first?.text ?? '') : ''
}
const linksToItself = (links: readonly XmlElement[]) => links.some(({ attributes }) => attributes['rel'] === 'self')

function checkAtom(feed: XmlElement, check: Check): void {
  const entries = all(feed, 'entry')
  check(feed.name === 'feed' && feed.attributes['xmlns'] === 'http://www.w3.org/2005/Atom', 'feed: its namespace')
  check(/^[a-z]{2}$/.test(feed.attributes['xml:lang'] ?? ''), 'feed: its language')
  check(all(feed, 'author').length === 1, 'feed: its author')
  check(linksToItself(all(feed, 'link')), 'feed: the link to itself')
  for (const node of [feed, ...entries]) {
    const links = all(node, 'link')
    check(isWhole(only(node, 'id')), `${node.name}: one id, an IRI`)
    check(only(node, 'title') !== '', `${node.name}: one title`)
    check(RFC_3339.test(only(node, 'updated')), `${node.name}: one date updated`)
    check(
      links.every(({ attributes }) => isWhole(attributes['href'])),
      `${node.name}: whole addresses`,
    )
    check(links.filter(({ attributes }) => attributes['rel'] === undefined).length === 1, `${node.name}: one alternate link`)
    for (const author of all(node, 'author')) check(only(author, 'name') !== '', `${node.name}: the name of an author`)
  }
  for (const entry of entries) {
    check(RFC_3339.test(only(entry, 'published')) && only(entry, 'published') <= only(entry, 'updated'), 'entry: published before updated')
    check(only(entry, 'content') !== '' && !HAS_PATHS.test(only(entry, 'content')), 'entry: whole addresses in its content')
  }
  check(new Set(entries.map((entry) => only(entry, 'id'))).size === entries.length, 'an id twice')
}

function checkRss(rss: XmlElement, check: Check): void {
  const [channel, ...others] = all(rss, 'channel')
  check(rss.name === 'rss' && rss.attributes['version'] === '2.0' && others.length === 0, 'rss: its version')
  if (channel === undefined) return check(false, 'rss: its channel')
  for (const name of ['title', 'description', 'language']) check(only(channel, name) !== '', `channel: one ${name}`)
  check(isWhole(only(channel, 'link')), 'channel: one link')
  check(RFC_822.test(only(channel, 'lastBuildDate')), 'channel: lastBuildDate')
  check(linksToItself(all(channel, 'atom:link')), 'channel: the link to itself')
  for (const item of all(channel, 'item')) checkItem(item, check)
}

function checkItem(item: XmlElement, check: Check): void {
  const [guid] = all(item, 'guid')
  check(only(item, 'title') !== '', 'item: one title')
  check(RFC_822.test(only(item, 'pubDate')), 'item: pubDate')
  check(isWhole(only(item, 'link')), 'item: one link')
  check(guid?.attributes['isPermaLink'] === 'false' && isWhole(guid.text), 'item: a guid that is no link')
  check(all(item, 'author').length === 0, 'item: an author, which is an email in RSS')
  check(!/<\/?[a-z]/i.test(only(item, 'description')), 'item: markup in its description')
  check(only(item, 'content:encoded') !== '' && !HAS_PATHS.test(only(item, 'content:encoded')), 'item: whole addresses in its content')
  for (const { attributes } of all(item, 'enclosure')) {
    check(isWhole(attributes['url']) && /^\d+$/.test(attributes['length'] ?? ''), 'enclosure: its address and length')
    check(/^image\/(?:jpeg|png|webp)$/.test(attributes['type'] ?? ''), 'enclosure: its type')
  }
}
