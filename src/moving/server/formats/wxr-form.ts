import { z } from 'zod'
import { findTags, parseHtml, toHtml } from '#platform/text/html.ts'
import { comment, head as postHead } from './post-file.ts'
import { head as pageHead } from './page-file.ts'

/** Extensions in Kindred's exports for WordPress, for an exact import. WordPress stores the metas and ignores the rest. */
export const WXR = {
  namespace: 'https://kindred.example/export/1',
  /** Head of a post or page, as in Markdown files. */
  headMeta: '_kindred',
  /** Fields of the comments in Kindred, by their numbers in the file. */
  commentsMeta: '_kindred_comments',
  /** Element of the channel with names, texts, look, settings and categories. */
  settings: 'kindred:settings',
  /** Elements of the channel with addresses of a former blog, split because the import limits the length of a field. */
  addresses: 'kindred:addresses',
} as const

/** Name and text are in WordPress' own elements. */
const commentHead = comment.omit({ text: true, by: true })
export const postMeta = z.object({ ...postHead.shape, comments: z.literal('closed').optional() })
export const pageMeta = pageHead
export const commentsMeta = z.record(z.string(), commentHead)
export type CommentHead = z.output<typeof commentHead>

const ADDRESSES = ['src', 'href', 'poster'] as const
const TAGS = ['a', 'img', 'audio', 'video', 'source', 'track']

function changeAddresses(html: string, change: (address: string) => string): string {
  const tree = parseHtml(html)
  for (const { attribs } of findTags(tree, ...TAGS))
    for (const name of ADDRESSES) {
      const address = attribs[name]
      if (address !== undefined) attribs[name] = change(address)
    }
  return toHtml(tree.children)
}

/** Makes the blog's own addresses absolute. */
export const withOrigin = (html: string, publicUrl: string): string =>
  changeAddresses(html, (address) => (/^\/(?!\/)/.test(address) ? publicUrl + address : address))

/** @param origin the address of the blog that was exported */
export const withoutOrigin = (html: string, origin: string): string =>
  changeAddresses(html, (address) => (address.startsWith(`${origin}/`) ? address.slice(origin.length) : address))

/** WordPress turns line ends into breaks and brackets into shortcodes; character references prevent both. */
export const asClassicHtml = (html: string): string => html.replaceAll('\n', '&#10;').replaceAll('[', '&#91;').replaceAll(']', '&#93;')

const TEXT: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
]

/** Escapes plain text for an HTML field; the reverse of {@link fromHtmlText}. */
export const toHtmlText = (text: string): string => TEXT.reduce((html, [character, entity]) => html.replaceAll(character, entity), text)

export const fromHtmlText = (html: string): string =>
  TEXT.toReversed().reduce((text, [character, entity]) => text.replaceAll(entity, character), html)
