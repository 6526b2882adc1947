import { parseDocument } from 'htmlparser2'
import { sanitizeBody } from '#writing/server/index.ts'
import { openingTag, readHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, isText, type Node, textOf, toHtml } from '#platform/text/html.ts'
import { fileOfPlayer, nameOfPlayer } from '#moving/server/writer/files/import-players.ts'
import {
  addressOf,
  attributesOf,
  isLinkable,
  isPictureAddress,
  placeholderOf,
  prepareBody,
} from '#moving/server/writer/posts/import-body.ts'

export interface PlacedPicture {
  /** As written in the source. */
  readonly address: string
  readonly alt: string
  /** Attributes of the imported picture, without `src` and `alt`. */
  readonly attributes: Readonly<Record<string, string>>
  /** Whether its placeholder is a link to it. */
  readonly isLinked: boolean
}

/** Pictures, players and links of a text in the source. */
export interface SourceText {
  readonly pictures: readonly PlacedPicture[]
  /** HTML of audio and video players, by address. */
  readonly players: ReadonlyMap<string, { readonly name: string; readonly html: string }>
  /** Addresses of links and players, by those without blanks. */
  readonly links: ReadonlyMap<string, string>
}

/** @throws AppError for a text that cannot be imported */
export function readSourceText(html: string, isForeign: boolean): SourceText {
  const tree = prepareBody(html, { isForeign, note: () => {} })
  const pictures = findTags(tree, 'img').map((image): PlacedPicture => {
    const address = addressOf(image)
    const { alt = '' } = image.attribs
    return { address, alt, attributes: attributesOf(image, isForeign), isLinked: isLinkable(image, address) }
  })
  const players = findTags(tree, 'audio', 'video').flatMap((player) => {
    const address = fileOfPlayer(player)
    return address === undefined ? [] : [[address, { name: nameOfPlayer(player, address), html: toHtml([player]) }] as const]
  })
  const links = [...findTags(tree, 'a').map(({ attribs }) => attribs['href'] ?? ''), ...players.map(([address]) => address)]
  return { pictures, players: new Map(players), links: new Map(links.map((address) => [withoutBlanks(address), address])) }
}

/** Part of a stored text in place of a missing picture, file or player. */
export interface Gap {
  readonly start: number
  readonly end: number
  /** Address of what is missing, as written in the source. */
  readonly address: string
  readonly what: 'picture' | 'file' | 'player'
  /** @param value new address; HTML for a player */
  readonly fill: (value: string) => string
}

export interface AddressRules {
  readonly publicUrl: string
  readonly isOwnPicture: (address: string) => boolean
  readonly isOwnFile: (address: string) => boolean
  readonly linkTo: (address: string) => string
}

/** Matches the address of a file on another site. */
const OTHER_FILE = /^(?!\/files\/).*[^:/]\/[^/?#]*\.[a-z0-9]{2,5}\b/i
/** Quick check; false for most texts. */
export const mayHaveGaps = (content: string): boolean =>
  content.includes('[picture') ||
  readHtml(content).some((token) => token.kind === 'open' && OTHER_FILE.test(token.attributes['href'] ?? ''))

/**
 * Finds placeholders of an import in a stored text: links to pictures of the source, text where a link was impossible, and
 * links with the old address of a picture or file. A placeholder that the family has changed is not one any more.
 */
export function findGaps(content: string, source: SourceText, parts: AddressRules): Gap[] {
  const { children } = parseDocument(content, { withStartIndices: true, withEndIndices: true })
  const linked = new Map(source.pictures.filter(({ isLinked }) => isLinked).map((one) => [hrefOf(one.address, parts), one]))
  const gaps: Gap[] = []
  const texts: Node[] = []
  const visit = (node: Node): void => {
    if (isText(node)) texts.push(node)
    const gap = isTag(node) && node.name === 'a' ? gapAtLink(node, { content, linked, source, parts }) : null
    if (gap) gaps.push(gap)
    else if ('children' in node) for (const child of node.children) visit(child)
  }
  for (const node of children) visit(node)
  return [...gaps, ...gapsInWords(texts, { content, source, parts })].toSorted((a, b) => a.start - b.start)
}

/** Makes an address of the source equal to the stored one: the sanitiser encodes blanks, and removed them in earlier versions. */
const withoutBlanks = (address: string) => address.replace(/%20|[\s\p{Cc}\p{Cf}]/gu, '')

/** Address of the placeholder link of a picture. */
const hrefOf = (address: string, { isOwnPicture, linkTo }: AddressRules): string =>
  withoutBlanks(isPictureAddress(address) && isOwnPicture(address) ? address : linkTo(address))

interface LinkContext {
  readonly content: string
  readonly linked: ReadonlyMap<string, PlacedPicture>
  readonly source: SourceText
  readonly parts: AddressRules
}

const PLACEHOLDER = /^\[picture(?:: ([^]*))?\]$/

function gapAtLink(link: Extract<Node, { attribs: unknown }>, context: LinkContext): Gap | null {
  const start = link.startIndex ?? 0
  const end = (link.endIndex ?? 0) + 1
  const words = PLACEHOLDER.exec(textOf(link))
  const picture = context.linked.get(withoutBlanks(link.attribs['href'] ?? ''))
  if (!words || !picture) return gapOfPlayer(link, context) ?? gapInAddress(link, { ...context, start })
  const alt = words[1] === picture.alt.trim() ? picture.alt : (words[1] ?? '')
  return { start, end, address: picture.address, what: 'picture', fill: (url) => imageOf(url, { ...picture, alt }, context.parts) }
}

/** The gap of a player is its placeholder link, or the whole paragraph if that holds only the link. */
function gapOfPlayer(link: Extract<Node, { attribs: unknown }>, { source }: LinkContext): Gap | null {
  const address = source.links.get(withoutBlanks(link.attribs['href'] ?? '')) ?? ''
  if (source.players.get(address)?.name !== textOf(link)) return null
  const { parent } = link
  const isAlone = parent !== null && 'name' in parent && parent.name === 'p' && parent.children.length === 1
  const { startIndex, endIndex } = isAlone ? parent : link
  return {
    start: startIndex ?? 0,
    end: (endIndex ?? 0) + 1,
    address,
    what: 'player',
    fill: (html) => (isAlone ? `<figure>${html}</figure>` : html),
  }
}

/** The opening tag of a link to a picture or file of the old blog. */
function gapInAddress({ attribs }: { attribs: Record<string, string> }, at: LinkContext & { readonly start: number }): Gap | null {
  const { content, source, parts, start } = at
  // Values of a sanitised body contain no `>`.
  const end = content.indexOf('>', start) + 1
  const address = source.links.get(withoutBlanks(attribs['href'] ?? ''))
  if (address === undefined) return null
  const isPicture = isPictureAddress(address) && parts.isOwnPicture(address)
  if (!isPicture && !parts.isOwnFile(address)) return null
  return { start, end, address, what: isPicture ? 'picture' : 'file', fill: (url) => linkTo(attribs, url) }
}

/** Links within the blog have no `rel`, unless they have a `target`. */
function linkTo({ rel, ...attributes }: Record<string, string>, url: string): string {
  const keepsRel = rel !== undefined && ('target' in attributes || rel !== 'noopener noreferrer')
  return openingTag('a', { ...attributes, href: url, ...(keepsRel ? { rel } : {}) })
}

/** Text placeholders are assigned by order, so only while the text has as many as the source has such pictures. */
function gapsInWords(texts: readonly Node[], { content, source, parts }: Omit<LinkContext, 'linked'>): Gap[] {
  const pending = source.pictures.filter(({ isLinked, address }) => !isLinked && address !== '')
  const byWords = Map.groupBy(pending, ({ alt }) => placeholderOf(alt))
  return [...byWords].flatMap(([words, places]) => {
    const pattern = new RegExp(spellingsOf(words), 'g')
    const found = texts.flatMap(({ startIndex, endIndex }) =>
      startIndex === null || endIndex === null
        ? []
        : Array.from(
            content.slice(startIndex, endIndex + 1).matchAll(pattern),
            (match) => [startIndex + match.index, match[0].length] as const,
          ),
    )
    if (found.length !== places.length) return []
    return found.flatMap(([start, length], index): Gap[] => {
      const place = places[index]
      return place
        ? [{ start, end: start + length, address: place.address, what: 'picture', fill: (url) => imageOf(url, place, parts) }]
        : []
    })
  })
}

const SPELLINGS: Readonly<Record<string, string>> = {
  '&': '&(?:amp;)?',
  '<': '&lt;',
  '>': '(?:>|&gt;)',
  '"': '(?:"|&quot;)',
  "'": "(?:'|&#39;)",
  '\u00A0': '(?:\u00A0|&nbsp;)',
}

/** Pattern for a text with its characters escaped in HTML or not. */
const spellingsOf = (words: string): string =>
  words.replace(/[&<>"'\u00A0]|[.*+?^${}()|[\]\\/-]/g, (character) => SPELLINGS[character] ?? `\\${character}`)

function imageOf(src: string, { alt, attributes }: Pick<PlacedPicture, 'alt' | 'attributes'>, { publicUrl }: AddressRules): string {
  return sanitizeBody(openingTag('img', { src, alt, ...attributes }), publicUrl)
}

export const keyOfGap = ({ what, address }: Pick<Gap, 'what' | 'address'>): string => `${what} ${address}`

/** Fills the gaps that `found` has a value for; the rest stays byte for byte. @param gaps sorted by position */
export function fillGaps(content: string, gaps: readonly Gap[], found: ReadonlyMap<string, string>): string {
  let filled = ''
  let at = 0
  for (const gap of gaps) {
    const value = found.get(keyOfGap(gap))
    if (value === undefined) continue
    filled += content.slice(at, gap.start) + gap.fill(value)
    at = gap.end
  }
  return filled + content.slice(at)
}
