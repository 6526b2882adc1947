import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, type Node, parseHtml, plainText, toHtml } from '#platform/text/html.ts'
import type { Attachment, WordpressSurroundings } from './wordpress-index.ts'

/** `[name a="b"]`, or with a body up to `[/name]`. */
export interface Shortcode {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  /** Null for a shortcode without an end tag. */
  readonly body: string | null
}

export interface ShortcodeParts {
  readonly around: WordpressSurroundings
  readonly note: (detail: string) => void
}

type Render = (code: Shortcode, parts: ShortcodeParts) => string | undefined

const block = (html: string) => `\n\n${html}\n\n`
const paragraph = (html: string) => block(`<p>${html}</p>`)
const linkTo = (address: string) => paragraph(`<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`)
const figcaption = (words: string) => (words === '' ? '' : `<figcaption>${escapeHtml(plainText(words))}</figcaption>`)

/** A picture, with or without a link, then the caption. Older shortcodes have the caption as an attribute. */
const caption: Render = ({ attributes, body }) => {
  if (body === null) return undefined
  const { children } = parseHtml(body)
  const isPicture = (node: Node) => isTag(node) && (node.name === 'img' || findTags(node, 'img').length > 0)
  const picture = toHtml(children.filter(isPicture))
  if (picture === '') return body
  const words = attributes['caption'] ?? toHtml(children.filter((node) => !isPicture(node)))
  return block(`<figure>${picture}<figcaption>${words.trim()}</figcaption></figure>`)
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
const AUDIO_ENDING = /\.(?:mp3|m4a|ogg|oga|wav|flac|aac|wma)$/i
const VIDEO_ENDING = /\.(?:mp4|m4v|webm|ogv|mov|wmv|avi|mpe?g|3gp)$/i

const gallery: Render = (code, parts) => {
  const pictures = attachmentsFor(code, parts).filter(({ url }) => PICTURE.test(url) || !/\.\w{2,4}$/.test(url))
  if (pictures.length === 0) parts.note(`[${code.name}] shows no pictures`)
  const figures = pictures.map(
    ({ url, alt, caption: words }) => `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${figcaption(words)}</figure>`,
  )
  return block(figures.join('\n'))
}

const media = (name: string, attributes: Readonly<Record<string, string>>, words: string) => {
  const written = Object.entries(attributes).map(([key, value]) => (value === '' ? '' : ` ${key}="${escapeHtml(value)}"`))
  return block(`<figure><${name} controls${written.join('')}></${name}>${figcaption(words)}</figure>`)
}

const playlist: Render = (code, parts) => {
  const [name, ending] = code.attributes['type'] === 'video' ? ['video', VIDEO_ENDING] : ['audio', AUDIO_ENDING]
  const all = attachmentsFor(code, parts).filter(({ url }) => (ending as RegExp).test(url))
  if (all.length === 0) parts.note('[playlist] plays nothing')
  return all.map(({ url, title, caption: words }) => media(name as string, { src: url }, words || title)).join('')
}

const SOURCES = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'flv', 'mp3', 'm4a', 'ogg', 'wav', 'wma', '0']

/** Plays a file; links a page of another site. Without an address it plays the first attachment of the post. */
const player: Render = ({ name, attributes, body }, { around, note }) => {
  const ending = name === 'audio' ? AUDIO_ENDING : VIDEO_ENDING
  const given = SOURCES.map((key) => attributes[key]).find((value) => value !== undefined && value !== '')
  const src = (given ?? around.attachmentsOf(null).find(({ url }) => ending.test(url))?.url ?? '').trim()
  if (!/^(?:https?:)?\//.test(src)) {
    note(`[${name}] plays nothing: ${Object.values(attributes).join(', ')}`)
    return ''
  }
  const { poster = '', width = '', height = '' } = attributes
  const words = plainText(body ?? '')
  if (ending.test(src.replace(/[?#].*$/, ''))) return media(name, { src, poster, width, height }, words)
  return linkTo(src) + (words === '' ? '' : paragraph(escapeHtml(words)))
}

const VIDEOPRESS = [/^\w+$/, 'https://videopress.com/v/'] as const
/** What an id looks like, and the address that it ends, by service. */
const PAGES: Readonly<Record<string, readonly [RegExp, string]>> = {
  youtube: [/^[\w-]{6,20}$/, 'https://www.youtube.com/watch?v='],
  vimeo: [/^\d+$/, 'https://vimeo.com/'],
  wpvideo: VIDEOPRESS,
  videopress: VIDEOPRESS,
}

/** `[youtube=…]`, `[vimeo 123]`, `[soundcloud url="…"]`: a link to the page. */
const page: Render = ({ name, attributes, body }) => {
  const given = attributes['url'] ?? attributes['src'] ?? attributes['id'] ?? attributes['0'] ?? body ?? ''
  const address = given.replace(/^=/, '').trim()
  const [isId, base] = PAGES[name] ?? []
  if (/^https?:/.test(address)) return linkTo(address)
  return isId?.test(address) ? linkTo(`${base}${address}`) : undefined
}

/** Renderers by name; undefined for a shortcode that stays unchanged. */
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
