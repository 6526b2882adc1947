import { plural } from '#platform/contract/plural.ts'
import { type HtmlChanges, type HtmlToken, type OpeningTag, openingTag } from '#platform/contract/read-html.ts'
import { kindOfFile, type MediaFacts, mediaFactsOf, readFileAddress } from '#media/contract/file-address.ts'
import { sizeText } from './size-text.ts'

/** Gives documents of a body the look of a card with their facts, and videos their size and a way out for devices that cannot play them. */
export function addFiles(changes: HtmlChanges): void {
  for (const [index, token] of changes.tokens.entries()) {
    if (token.kind !== 'open') continue
    if (token.name === 'a') addDocument(changes, index, token)
    else if (token.name === 'video' || token.name === 'audio') addPlayer(changes, index, token)
  }
}

/** A link to a document that is alone in its paragraph or figure. */
function addDocument(changes: HtmlChanges, index: number, { attributes }: OpeningTag): void {
  const address = attributes['href'] ?? ''
  if (!isDocument(address) || !isAlone(changes.tokens, index)) return
  const facts = mediaFactsOf(address)
  changes.replace(index, openingTag('a', { ...attributes, class: 'document-card' }))
  if (facts) changes.before(index + 2, ` <small>${paperFacts(facts)}</small>`)
}

/** Whether the address is that of a document that the blog stores. */
function isDocument(address: string): boolean {
  const file = readFileAddress(address)
  return file !== null && kindOfFile(file) === 'document'
}

function isAlone(tokens: readonly HtmlToken[], index: number): boolean {
  const [before, , words, close, after] = tokens.slice(index - 1, index + 4)
  return index > 0 && isAround(before, 'open') && words?.kind === 'text' && close?.kind === 'close' && close.name === 'a' && isAfter(after)
}

const HOLDERS: ReadonlySet<string> = new Set(['p', 'figure'])
const isAround = (token: HtmlToken | undefined, kind: 'open' | 'close') => token?.kind === kind && HOLDERS.has(token.name)
const isAfter = (token: HtmlToken | undefined) => isAround(token, 'close') || (token?.kind === 'open' && token.name === 'figcaption')

/** 'PDF, 340 KB, 3 pages' */
const paperFacts = ({ name, bytes, pages }: MediaFacts): string =>
  [
    name.slice(name.lastIndexOf('.') + 1).toUpperCase(),
    sizeText(bytes),
    ...(pages === undefined ? [] : [plural(pages, '1 page', 'pages')]),
  ].join(', ')

function addPlayer(changes: HtmlChanges, index: number, { name, attributes }: OpeningTag): void {
  const facts = mediaFactsOf(attributes['src'] ?? '')
  if (facts === null || facts.playsEverywhere) return
  const end = changes.tokens.findIndex((token, at) => at > index && token.kind === 'close' && token.name === name)
  if (end < 0) return
  const link = openingTag('a', { href: attributes['src'] ?? '', download: '' })
  changes.after(end, `<p class="media-note">Not every device plays this. ${link}Download it</a> (${sizeText(facts.bytes)}).</p>`)
}
