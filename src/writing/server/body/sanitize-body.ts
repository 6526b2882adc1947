import sanitizeHtml from 'sanitize-html'
import { AppError } from '#platform/contract/errors.ts'
import { ownPicturePath } from '#media/server/index.ts'
import { INLINE_ELEMENTS } from '#posts/contract/inline-elements.ts'
import { BLANK_ADDRESS, isOwnPath, safeAddress } from '#writing/contract/safe-address.ts'
import { isTagFlood } from '#platform/text/html.ts'
import { preserveSpelling } from './preserve-spelling.ts'
import { nestIndentedLists } from './nest-indented-lists.ts'
import { MEDIA_ATTRIBUTES, mediaTransformers, withFootnoteId } from './sanitize-media.ts'

const TAGS = [
  ...INLINE_ELEMENTS,
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'br',
  'hr',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'img',
  'figure',
  'figcaption',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
  'audio',
  'video',
  'track',
]

const ALIGNMENT = { 'text-align': [/^(left|right|center|justify|start|end)$/] }

/**
 * Makes a post's body safe to show. Clean HTML comes back byte for byte.
 * @throws bad_request for a flood of tags
 */
export function sanitizeBody(html: string, publicUrl: string): string {
  refuseTagFlood(html)
  let source = nestIndentedLists(html.trim())
  // Broken nesting may take a few passes until another pass changes nothing.
  for (let pass = 1; pass < PASSES_MAX; pass += 1) {
    const clean = sanitizeOnce(source, publicUrl)
    if (clean === source) return clean
    source = clean
  }
  return sanitizeOnce(source, publicUrl)
}

const PASSES_MAX = 5

function sanitizeOnce(html: string, publicUrl: string): string {
  const sanitised = sanitizeHtml(html, optionsFor(publicUrl)).trim()
  // The library escapes `>` in texts and values, so ` />` is always the end of a tag.
  return preserveSpelling(html, sanitised.replaceAll(' />', '>'))
}

const optionsFor = (publicUrl: string): sanitizeHtml.IOptions => ({
  allowedTags: TAGS,
  allowedAttributes: {
    a: ['href', 'title', 'rel', 'target', 'id'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    ol: ['start'],
    li: ['id'],
    sup: ['id'],
    abbr: ['title'],
    details: ['open'],
    ...MEDIA_ATTRIBUTES,
    th: ['colspan', 'rowspan', 'scope', 'style'],
    td: ['colspan', 'rowspan', 'style'],
    ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure'].map((tag) => [tag, ['style']])),
  },
  allowedClasses: { code: [/^language-[\w-]{1,30}$/], blockquote: ['pullquote', 'callout'], ol: ['footnotes'] },
  allowedStyles: { '*': ALIGNMENT },
  // `safeAddress` has checked every link by then; about: is its blank address.
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'about'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
  selfClosing: ['img', 'br', 'hr', 'track'],
  transformTags: {
    // The title is the only h1 of the page.
    h1: (_, attribs) => ({ tagName: 'h2', attribs: withAlignment(attribs) }),
    ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => [tag, alignedTag])),
    a: (tagName, attribs) => ({ tagName, attribs: safeLink(withFootnoteId(attribs), publicUrl) }),
    li: (tagName, attribs) => ({ tagName, attribs: withFootnoteId(attribs) }),
    sup: (tagName, attribs) => ({ tagName, attribs: withFootnoteId(attribs) }),
    details: (tagName, { open }) => ({ tagName, attribs: open === undefined ? NONE : { open: '' } }),
    ...mediaTransformers(publicUrl),
    img: (tagName, attribs) => ({ tagName, attribs: safePicture(attribs, publicUrl) }),
  },
  exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs['src'],
})

/** @throws bad_request */
function refuseTagFlood(html: string): void {
  if (isTagFlood(html)) throw new AppError('bad_request', 'This text has too many parts for one post. Please split it into several.')
}

type Attributes = Record<string, string>
const NONE: Attributes = {}

const alignedTag: sanitizeHtml.Transformer = (tagName, attribs) => ({ tagName, attribs: withAlignment(attribs) })

/** Turns the class with which Quill aligns a block into a style. A style of the block itself has priority. */
function withAlignment(attribs: Attributes): Attributes {
  const { class: names = '', style = '' } = attribs
  if (!names.includes('ql-align-') || style.includes('text-align')) return attribs
  const name = names.split(/\s/).find((each) => QUILL_ALIGNMENTS.has(each))
  return name === undefined ? attribs : { ...attribs, style: `text-align:${name.slice('ql-align-'.length)}` }
}

const QUILL_ALIGNMENTS: ReadonlySet<string> = new Set(['ql-align-center', 'ql-align-right', 'ql-align-justify'])

/** Preserves the order of attributes. */
function safeLink({ ...attribs }: Attributes, publicUrl: string): Attributes {
  const { target, rel = '', href } = attribs
  if (target !== '_blank') delete attribs['target']
  if (!isSafeRel(rel)) delete attribs['rel']
  if (href === undefined) return attribs
  const address = toOwnPath(safeAddress(href), publicUrl)
  attribs['href'] = address
  const leaves = !isOwnPath(address) && address !== BLANK_ADDRESS
  if (leaves || target === '_blank') attribs['rel'] ??= SAFE_REL
  return attribs
}

/** Links to the blog itself are stored as paths, so that they follow it to another address. */
function toOwnPath(address: string, publicUrl: string): string {
  const url = URL.parse(address)
  if (url?.origin !== new URL(publicUrl).origin || url.username !== '') return address
  const path = address.replace(/^[^:]*:[/\\]*[^/\\?#]*/, '')
  const own = path.startsWith('/') ? path : `/${path}`
  return isOwnPath(own) ? own : address
}

const SAFE_REL = 'noopener noreferrer'
/** Whether `rel` has the safe values and otherwise only values without effect for readers. */
const isSafeRel = (rel: string) =>
  SAFE_REL.split(' ').every((type) => rel.split(' ').includes(type)) &&
  /^(?:noopener|noreferrer|nofollow|ugc|external|sponsored)(?: (?:noopener|noreferrer|nofollow|ugc|external|sponsored))*$/.test(rel)

function safePicture({ ...attribs }: Attributes, publicUrl: string): Attributes {
  const path = attribs['src'] === undefined ? null : ownPicturePath(attribs['src'], publicUrl)
  if (path === null) delete attribs['src']
  else attribs['src'] = path
  return attribs
}
