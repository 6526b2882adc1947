import { type HtmlChanges, type HtmlToken, type OpeningTag, openingTag } from '#platform/contract/read-html.ts'
import { formatsOf, readPictureAddress, type StoredPicture, srcSetOf } from '#media/contract/picture-address.ts'
import { ratioOf, styleGallery } from './gallery-rows.ts'
import { placeholderUrl } from './picture-placeholder.ts'

/** A picture of a body with its caption; numbers are indexes of tokens. */
interface BodyPicture {
  readonly first: number
  readonly image: number
  readonly last: number
}

/** Two or more adjacent pictures. Galleries are not stored: they follow from the order of the blocks. */
export type Gallery = readonly BodyPicture[]

type Tokens = readonly HtmlToken[]

export function findGalleries(tokens: Tokens): Gallery[] {
  const runs: BodyPicture[][] = []
  for (let index = 0; index < tokens.length; index += 1) {
    const picture = findPicture(tokens, index)
    if (picture === undefined) continue
    const run = runs.at(-1)
    if (run !== undefined && skipBlanks(tokens, (run.at(-1)?.last ?? 0) + 1, 1) === index) run.push(picture)
    else runs.push([picture])
    index = picture.last
  }
  return runs.filter((run) => run.length > 1 && standsAlone(tokens, run))
}

/** Returns the picture that begins at a token: `<img>`, or `<figure>` with one `<img>` and a caption. */
function findPicture(tokens: Tokens, first: number): BodyPicture | undefined {
  if (isOpen(tokens[first], 'img')) return { first, image: first, last: first }
  if (!isOpen(tokens[first], 'figure')) return undefined
  const image = skipBlanks(tokens, first + 1, 1)
  if (!isOpen(tokens[image], 'img')) return undefined
  const last = skipBlanks(tokens, endOfCaption(tokens, skipBlanks(tokens, image + 1, 1)), 1)
  return isClose(tokens[last], 'figure') ? { first, image, last } : undefined
}

/** Returns the index after a caption that begins at `start`, and `start` if there is none. */
function endOfCaption(tokens: Tokens, start: number): number {
  if (!isOpen(tokens[start], 'figcaption')) return start
  for (let index = start + 1; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (isClose(token, 'figcaption')) return index + 1
    if (isOpen(token, 'figcaption') || isOpen(token, 'img')) return start
  }
  return start
}

/** Returns the index of the next token that is not white space. */
function skipBlanks(tokens: Tokens, index: number, step: 1 | -1): number {
  const token = tokens[index]
  return token?.kind === 'text' && token.text.trim() === '' ? index + step : index
}

const isOpen = (token: HtmlToken | undefined, name: string): token is OpeningTag => token?.kind === 'open' && token.name === name
const isClose = (token: HtmlToken | undefined, name: string): boolean => token?.kind === 'close' && token.name === name

const BLOCKS = ['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'dt', 'dd', 'blockquote', 'pre', 'table', 'figure', 'details', 'hr']
const CLOSE_BEFORE: ReadonlySet<string> = new Set([...BLOCKS, 'summary'])
const OPEN_BEFORE: ReadonlySet<string> = new Set(['hr', 'blockquote', 'figure', 'dd'])
const OPEN_AFTER: ReadonlySet<string> = new Set([...BLOCKS, 'figcaption'])
const CLOSE_AFTER: ReadonlySet<string> = new Set(['blockquote', 'figure', 'details', 'dd'])

/** Pictures within a sentence form no gallery. */
function standsAlone(tokens: Tokens, run: readonly BodyPicture[]): boolean {
  const before = tokens[skipBlanks(tokens, (run[0]?.first ?? 0) - 1, -1)]
  const after = tokens[skipBlanks(tokens, (run.at(-1)?.last ?? 0) + 1, 1)]
  return isOneOf(before, OPEN_BEFORE, CLOSE_BEFORE) && isOneOf(after, OPEN_AFTER, CLOSE_AFTER)
}

/** Also true at the beginning and end of the body. */
function isOneOf(token: HtmlToken | undefined, open: ReadonlySet<string>, close: ReadonlySet<string>): boolean {
  if (token === undefined) return true
  return token.kind !== 'text' && (token.kind === 'open' ? open : close).has(token.name)
}

/** Pictures are at most as wide as the text. */
const SIZES = 'auto, (min-width: 46rem) 42rem, calc(100vw - 2rem)'
const SIZES_IN_GALLERY = 'auto, (min-width: 46rem) 21rem, calc(50vw - 1.25rem)'

/** Gives the pictures of a body a text alternative, widths, formats, sizes and placeholders, and galleries their rows. */
export function addPictures(changes: HtmlChanges): void {
  const { tokens } = changes
  const inGallery = new Set<number>()
  for (const gallery of findGalleries(tokens)) {
    addGallery(changes, gallery)
    for (const { image } of gallery) inGallery.add(image)
  }
  /** Number of open elements in which a tap has another meaning. */
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'text' && (token.name === 'a' || token.name === 'summary')) depth += token.kind === 'open' ? 1 : -1
    if (!isOpen(token, 'img')) continue
    const image = renderImage(token.attributes, inGallery.has(index) ? SIZES_IN_GALLERY : SIZES)
    changes.replace(index, depth === 0 ? withLink(image, token.attributes) : image)
  }
}

/** A stored picture is a link to its largest size; the script opens it over the page (start-lightbox.ts). */
function withLink(image: string, { src = '', alt = '' }: OpeningTag['attributes']): string {
  if (readPictureAddress(src) === null) return image
  return `${openingTag('a', { class: 'photo', href: src, ...(alt === '' ? { 'aria-label': 'Open the picture' } : {}) })}${image}</a>`
}

/** Of a longer gallery the first pictures are shown; over the last of them stands the number of the others. */
const SHOWN_AT_ONCE = 5
const GALLERY_MAX = 6

function addGallery(changes: HtmlChanges, gallery: Gallery): void {
  for (const [index, { last }] of gallery.entries()) {
    for (let blank = last + 1; blank < (gallery[index + 1]?.first ?? 0); blank += 1) changes.replace(blank, '')
  }
  if (gallery.length <= GALLERY_MAX) return addRows(changes, gallery)
  const [shown, others] = [gallery.slice(0, SHOWN_AT_ONCE), gallery.slice(SHOWN_AT_ONCE)]
  addRows(changes, shown, moreButton(others.length))
  addRows(changes, others)
}

/** Shows the rows that follow, without a script (later.css); the script opens the pictures over the page instead. */
const moreButton = (count: number) =>
  `<details class="gallery-more"><summary><span aria-hidden="true">+ ${count}</span><span class="sr-only">${count} more pictures</span></summary></details>`

/** @param end markup in the place of the last picture */
function addRows(changes: HtmlChanges, pictures: Gallery, end = ''): void {
  const styles = styleGallery(pictures.map(({ image }) => ratioOf(attributesAt(changes.tokens, image)['src'] ?? '')))
  for (const [index, { first, last }] of pictures.entries()) {
    changes.before(first, `${index === 0 ? '<div class="gallery">' : ''}<div style="${styles[index]}">`)
    changes.after(last, index === pictures.length - 1 ? `${end}</div></div>` : '</div>')
  }
}

const attributesAt = (tokens: Tokens, index: number): OpeningTag['attributes'] => {
  const token = tokens[index]
  return token?.kind === 'open' ? token.attributes : {}
}

/** Attributes of a stored `<img>` that the page sets itself. */
const OF_THE_PAGE = ['loading', 'decoding']
const OF_A_STORED_PICTURE = [...OF_THE_PAGE, 'width', 'height']

function renderImage(attributes: OpeningTag['attributes'], sizes: string): string {
  const picture = readPictureAddress(attributes['src'] ?? '')
  if (picture === null) return openingTag('img', { ...attributesOf(attributes, OF_THE_PAGE), loading: 'lazy' })
  return renderPicture(attributesOf(attributes, OF_A_STORED_PICTURE), picture, sizes)
}

function attributesOf(attributes: OpeningTag['attributes'], leftOut: readonly string[]): Record<string, string> {
  const kept = Object.fromEntries(Object.entries(attributes).filter(([name]) => !leftOut.includes(name)))
  // A picture without alternative text is decoration to a screen reader.
  return 'alt' in kept ? kept : { ...kept, alt: '' }
}

function renderPicture(attributes: OpeningTag['attributes'], picture: StoredPicture, sizes: string): string {
  const { width, height, format, colours } = picture
  const sources = formatsOf(format)
    .filter((each) => each !== format)
    .map((each) => openingTag('source', { type: `image/${each}`, srcset: srcSetOf(picture, each), sizes }))
  const image = openingTag('img', {
    ...attributes,
    width: String(width),
    height: String(height),
    ...(format === 'png' ? {} : { srcset: srcSetOf(picture, format), sizes }),
    loading: 'lazy',
    decoding: 'async',
    ...(colours === null ? {} : { style: `background:url(${placeholderUrl(colours)}) 0 0/100% 100%` }),
  })
  return `<picture>${sources.join('')}${image}</picture>`
}
