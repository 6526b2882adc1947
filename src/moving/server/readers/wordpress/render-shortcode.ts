import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, parseHtml, plainText, toHtml } from '#platform/text/html.ts'
import type { Shortcode } from './shortcodes.ts'
import type { Attachment, WordpressSurroundings } from './surroundings.ts'

export interface ShortcodeParts {
  readonly around: WordpressSurroundings
  readonly note: (detail: string) => void
}

type Render = (code: Shortcode, parts: ShortcodeParts) => string | undefined

const paragraph = (html: string) => `\n\n<p>${html}</p>\n\n`
const linkTo = (address: string) => paragraph(`<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`)
const figcaption = (words: string) => (words === '' ? '' : `<figcaption>${escapeHtml(plainText(words))}</figcaption>`)

const figureOf = ({ url, alt, caption }: Attachment): string =>
  `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${figcaption(caption)}</figure>`

/** A picture, with or without a link, then the caption. Older shortcodes have the caption as an attribute. */
const caption: Render = ({ attributes, body }) => {
  if (body === null) return undefined
  const tree = parseHtml(body)
  const image = findTags(tree, 'img')[0]
  if (!image) return body
  const isPicture = (node: (typeof tree.children)[number]) =>
    node === image || ('children' in node && findTags(node as never, 'img').length > 0)
  const words = attributes['caption'] ?? toHtml(tree.children.filter((node) => !isPicture(node)))
  const picture = toHtml(tree.children.filter(isPicture))
  return `\n\n<figure>${picture}<figcaption>${words.trim()}</figcaption></figure>\n\n`
}

const ids = (list: string | undefined) => (list ?? '').split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()]))

/** Attachments that the shortcode names, or all of the post that it names or is in. */
function attachmentsFor({ attributes, name }: Shortcode, { around, note }: ShortcodeParts): Attachment[] {
  const { include, exclude, id } = attributes
  const named = ids(attributes['ids'] ?? include)
  const missing = named.filter((each) => around.attachment(each) === undefined)
  if (missing.length > 0) note(`[${name}] names uploads that are not in the export: ${missing.join(', ')}`)
  if (named.length > 0) return named.flatMap((each) => around.attachment(each) ?? [])
  const left = new Set(ids(exclude))
  return around.attachmentsOf(id ?? null).filter((each) => !left.has(each.id))
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|svg|tiff?)$/i
const SOUND = /\.(?:mp3|m4a|ogg|oga|wav|flac|aac|wma)$/i
const FILM = /\.(?:mp4|m4v|webm|ogv|mov|wmv|avi|mpe?g|3gp)$/i

const gallery: Render = (code, parts) => {
  const pictures = attachmentsFor(code, parts).filter(({ url }) => PICTURE.test(url) || !/\.\w{2,4}$/.test(url))
  if (pictures.length === 0) parts.note(`[${code.name}] shows no pictures`)
  return `\n\n${pictures.map(figureOf).join('\n')}\n\n`
}

const media = (name: 'audio' | 'video', attributes: Readonly<Record<string, string>>, words: string) => {
  const written = Object.entries(attributes).map(([key, value]) => (value === '' ? '' : ` ${key}="${escapeHtml(value)}"`))
  return `\n\n<figure><${name} controls${written.join('')}></${name}>${words}</figure>\n\n`
}

const playlist: Render = (code, parts) => {
  const isFilm = code.attributes['type'] === 'video'
  const all = attachmentsFor(code, parts).filter(({ url }) => (isFilm ? FILM : SOUND).test(url))
  if (all.length === 0) parts.note('[playlist] plays nothing')
  return all.map(({ url, title, caption: words }) => media(isFilm ? 'video' : 'audio', { src: url }, figcaption(words || title))).join('')
}

const SOURCES = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'mp3', 'm4a', 'ogg', 'wav', 'wma', '0']

/** Plays a file; links a page of another site. Without an address it plays the first attachment of the post. */
const player: Render = ({ name, attributes, body }, { around, note }) => {
  const ending = name === 'audio' ? SOUND : FILM
  const given = SOURCES.map((key) => attributes[key]).find((value) => value !== undefined && value !== '')
  const address = (given ?? around.attachmentsOf(null).find(({ url }) => ending.test(url))?.url ?? '').trim()
  if (!/^(?:https?:)?\//.test(address)) {
    note(`[${name}] plays nothing: ${Object.values(attributes).join(', ')}`)
    return ''
  }
  const words = plainText(body ?? '')
  const isFile = ending.test(address.replace(/[?#].*$/, ''))
  return isFile
    ? playFile(name, { ...attributes, src: address }, words)
    : linkTo(address) + (words === '' ? '' : paragraph(escapeHtml(words)))
}

function playFile(name: string, { src = '', poster = '', width = '', height = '' }: Shortcode['attributes'], words: string): string {
  return media(name === 'audio' ? 'audio' : 'video', { src, poster, width, height }, figcaption(words))
}

const PAGES: Readonly<Record<string, readonly [RegExp, string]>> = {
  youtube: [/^[\w-]{6,20}$/, 'https://www.youtube.com/watch?v='],
  vimeo: [/^\d+$/, 'https://vimeo.com/'],
  wpvideo: [/^\w+$/, 'https://videopress.com/v/'],
  videopress: [/^\w+$/, 'https://videopress.com/v/'],
}

/** `[youtube=…]`, `[vimeo 123]`, `[soundcloud url="…"]`: a link to the page. */
const page: Render = ({ name, attributes, body }) => {
  const given = attributes['url'] ?? attributes['src'] ?? attributes['id'] ?? attributes['0'] ?? body ?? ''
  const address = given.replace(/^=/, '').trim()
  const [isId, base] = PAGES[name] ?? []
  if (/^https?:/.test(address)) return linkTo(address)
  return isId?.test(address) ? linkTo(`${base}${address}`) : undefined
}

export const SHORTCODES: ReadonlyMap<string, Render> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', gallery],
  ['playlist', playlist],
  ['audio', player],
  ['video', player],
  ['embed', ({ attributes, body }) => linkTo((body ?? attributes['src'] ?? attributes['0'] ?? '').trim())],
  ...['youtube', 'vimeo', 'wpvideo', 'videopress', 'soundcloud', 'googlemaps', 'instagram', 'tweet', 'spotify'].map(
    (name) => [name, page] as const,
  ),
])
