import { z } from 'zod'
import { findTags, parseHtml, toHtml } from '#server/platform/html.ts'
import { comment, head as postHead } from './post-file.ts'
import { head as pageHead } from './page-file.ts'

/** What our own exports add to WordPress' form, so that they come back exactly. WordPress keeps the metas and ignores the rest. */
export const WXR = {
  namespace: 'https://kindred.example/export/1',
  /** A post's or page's head, as files of Markdown have it. */
  headMeta: '_kindred',
  /** What its comments are here, by their numbers in the file. */
  commentsMeta: '_kindred_comments',
  /** Element of the channel: words, look, choices and categories. */
  settings: 'kindred:settings',
  /** The same with addresses of a former blog, in parts: a field is read up to a length. */
  addresses: 'kindred:addresses',
} as const

/** The name, text and reply stand in the elements of WordPress. */
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

/** The blog's own addresses as another blog needs them. */
export const withOrigin = (html: string, publicUrl: string): string =>
  changeAddresses(html, (address) => (/^\/(?!\/)/.test(address) ? publicUrl + address : address))

/** @param origin the address of the blog that was exported */
export const withoutOrigin = (html: string, origin: string): string =>
  changeAddresses(html, (address) => (address.startsWith(`${origin}/`) ? address.slice(origin.length) : address))

/** WordPress makes breaks of line ends and shortcodes of brackets; as references both are only text. */
export const asClassicHtml = (html: string): string => html.replaceAll('\n', '&#10;').replaceAll('[', '&#91;').replaceAll(']', '&#93;')

const TEXT: readonly (readonly [string, string])[] = [['&', '&amp;'], ['<', '&lt;'], ['>', '&gt;']] // prettier-ignore

/** Plain text in a place for HTML; the reverse of {@link fromHtmlText}. */
export const toHtmlText = (text: string): string => TEXT.reduce((html, [character, entity]) => html.replaceAll(character, entity), text)

export const fromHtmlText = (html: string): string => TEXT.toReversed().reduce((text, [character, entity]) => text.replaceAll(entity, character), html) // prettier-ignore
