import sanitizeHtml from 'sanitize-html'
import { AppError } from '#contract/errors.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'

/** Links that may leave the blog (spec §5). */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']
/** What a link with another scheme leads to. */
const BLANK_ADDRESS = 'about:blank'

const TAGS = [
  'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code',
  'strong', 'b', 'em', 'i', 'u', 's', 'del', 'sub', 'sup', 'mark', 'small', 'a', 'img', 'figure', 'figcaption',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
] // prettier-ignore

const ALIGNMENT = { 'text-align': [/^(left|right|center|justify|start|end)$/] }

/** Makes a post's body safe to show, whatever it held (decisions, Posts). Pictures stay only from our own storage. */
export function sanitizeBody(html: string, publicUrl: string): string {
  refuseTagFlood(html)
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title', 'rel'],
      img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
      ol: ['start'],
      th: ['colspan', 'rowspan', 'scope', 'style'],
      td: ['colspan', 'rowspan', 'style'],
      ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure'].map((tag) => [tag, ['style']])),
    },
    allowedClasses: { code: [/^language-[\w-]{1,30}$/] },
    allowedStyles: { '*': ALIGNMENT },
    // about: for the blank address that safeLink gives; every address has been judged there by then.
    allowedSchemes: [...LINK_SCHEMES, 'about'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 100,
    transformTags: {
      // A page has one first heading, and it is the title.
      h1: 'h2',
      a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, ...safeLink(attribs['href']) } }),
      img: (tagName, attribs) => ({ tagName, attribs: safePicture(attribs, publicUrl) }),
    },
    exclusiveFilter: (frame) => frame.tag === 'img' && !frame.attribs['src'],
  }).trim()
}

/** Far more than a long post has; many more, nested, would hold the server for seconds. */
const TAGS_MAX = 20_000

/** @throws bad_request */
function refuseTagFlood(html: string): void {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at + 1)) tags += 1
  if (tags > TAGS_MAX) throw new AppError('bad_request', 'This text has too many parts for one post. Please split it into several.')
}

function safeLink(href: string | undefined): Record<string, string> {
  if (href === undefined) return {}
  // Browsers drop these characters before they look for a scheme, so we do too.
  const address = href.replace(/[\u0000-\u0020\u007F-\u00A0\u200B-\u200F\u2028-\u202F\u2060\uFEFF]/gu, '') // oxlint-disable-line no-control-regex
  const isOwnPath = /^(\/(?![/\\])|#)/.test(address)
  if (isOwnPath) return { href: address }
  const scheme = URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : ''
  if (!LINK_SCHEMES.includes(scheme)) return { href: BLANK_ADDRESS }
  return { href: address, rel: 'noopener noreferrer' }
}

function safePicture(attribs: Record<string, string>, publicUrl: string): Record<string, string> {
  const { src, ...others } = attribs
  const path = src === undefined ? null : ownPicturePath(src, publicUrl)
  return path === null ? others : { ...others, src: path, alt: others['alt'] ?? '', loading: 'lazy' }
}
