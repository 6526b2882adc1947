import { escapeHtml, findTags, parseHtml, plainText, toHtml } from '#server/platform/html.ts'
import type { Note } from '#server/imports/source.ts'
import { addParagraphs } from './paragraphs.ts'
import { replaceShortcodes, type Shortcode } from './shortcodes.ts'

export interface Attachment {
  readonly url: string
  readonly alt: string
  readonly caption: string
}

/** What a body can point to in the rest of its export. */
export interface WordpressSurroundings {
  readonly attachment: (id: string) => Attachment | undefined
  /** Pictures that were uploaded to this very post. */
  readonly ownAttachments: readonly Attachment[]
  /** Content of a reusable block. */
  readonly block: (id: string) => string | undefined
}

/** Blocks that show nothing by themselves. */
const SILENT_BLOCKS = new Set(['more', 'nextpage', 'spacer'])
/** Reusable blocks may hold others, but not for ever. */
const BLOCKS_DEEP_MAX = 3

/** The content of a WordPress post as plain HTML: paragraphs, shortcodes and blocks as their readers saw them. */
export function wordpressHtml(content: string, around: WordpressSurroundings): { html: string; notes: Note[] } {
  const notes: Note[] = []
  const note = (detail: string) => void notes.push({ kind: 'markup', detail })
  const blocks = openBlocks(content, { around, note, depth: 0 })
  const rendered = replaceShortcodes(
    blocks,
    (code) => RENDERERS.get(code.name)?.(code, around),
    (name) => note(`[${name}] was left as it is`),
  )
  return { html: addParagraphs(rendered), notes }
}

interface Opening {
  readonly around: WordpressSurroundings
  readonly note: (detail: string) => void
  readonly depth: number
}

const BLOCK_MAX_LENGTH = 100_000

/** Blocks are HTML between comments; those that are nothing but a comment were filled in by WordPress. */
function openBlocks(content: string, { around, note, depth }: Opening): string {
  const parts: string[] = []
  let from = 0
  for (let at = content.indexOf('<!--'); at !== -1; at = content.indexOf('<!--', from)) {
    const end = content.indexOf('-->', at)
    if (end === -1) break
    parts.push(content.slice(from, at))
    from = end + 3
    const comment = content.slice(at + 4, Math.min(end, at + BLOCK_MAX_LENGTH)).trim()
    const [, name = '', rest = ''] = /^wp:([\w/-]+)([\s\S]*)$/.exec(comment) ?? []
    if (name !== '' && rest.trimEnd().endsWith('/') && !SILENT_BLOCKS.has(name)) parts.push(fillBlock(name, rest, { around, note, depth }))
  }
  return [...parts, content.slice(from)].join('')
}

function fillBlock(name: string, rest: string, { around, note, depth }: Opening): string {
  const [, reference = ''] = /"ref"\s*:\s*(\d+)/.exec(rest) ?? []
  const content = name === 'block' && depth < BLOCKS_DEEP_MAX ? around.block(reference) : undefined
  if (content !== undefined) return openBlocks(content, { around, note, depth: depth + 1 })
  note(`the block ‘${name}’ was left out`)
  return ''
}

const paragraph = (html: string) => `\n\n<p>${html}</p>\n\n`
const linkTo = (address: string) => paragraph(`<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`)

function figureOf({ url, alt, caption }: Attachment): string {
  const words = caption === '' ? '' : `<figcaption>${escapeHtml(plainText(caption))}</figcaption>`
  return `<figure><img src="${escapeHtml(url)}" alt="${escapeHtml(alt)}">${words}</figure>`
}

type Renderer = (code: Shortcode, around: WordpressSurroundings) => string | undefined

const caption: Renderer = ({ attributes, body }) => (body === null ? undefined : renderCaption(body, attributes['caption']))
const gallery: Renderer = ({ attributes }, around) => renderGallery(attributes, around)
const player: Renderer = (code) => renderPlayer(code)

const RENDERERS: ReadonlyMap<string, Renderer> = new Map([
  ['caption', caption],
  ['wp_caption', caption],
  ['gallery', gallery],
  ['playlist', gallery],
  ['embed', ({ attributes, body }) => linkTo((body ?? attributes['src'] ?? attributes['0'] ?? '').trim())],
  ['youtube', player],
  ['vimeo', player],
  ['video', player],
  ['audio', player],
])

/** The picture, with or without its link, and then words; older ones have the words as an attribute. */
function renderCaption(body: string, words: string | undefined): string {
  const tree = parseHtml(body)
  const image = findTags(tree, 'img')[0]
  if (!image) return body
  const caption =
    words ?? toHtml(tree.children.filter((node) => node !== image && !('children' in node && findTags(node as never, 'img').length > 0)))
  return `\n\n<figure>${toHtml([image])}<figcaption>${caption.trim()}</figcaption></figure>\n\n`
}

function renderGallery({ ids, include }: Shortcode['attributes'], around: WordpressSurroundings): string {
  const asked = (ids ?? include ?? '').split(',').flatMap((id) => around.attachment(id.trim()) ?? [])
  const pictures = asked.length > 0 ? asked : around.ownAttachments
  return `\n\n${pictures.map(figureOf).join('\n')}\n\n`
}

const MEDIA_ATTRIBUTES = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', '0']

function renderPlayer({ name, attributes, body }: Shortcode): string {
  const given = MEDIA_ATTRIBUTES.map((key) => attributes[key]).find((value) => value !== undefined) ?? body ?? ''
  const address = given.replace(/^=/, '').trim()
  if (/^https?:/.test(address)) return linkTo(address)
  if (name === 'youtube' && /^[\w-]{6,20}$/.test(address)) return linkTo(`https://www.youtube.com/watch?v=${address}`)
  return name === 'vimeo' && /^\d+$/.test(address) ? linkTo(`https://vimeo.com/${address}`) : ''
}
