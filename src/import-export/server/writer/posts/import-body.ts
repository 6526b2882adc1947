import { AppError } from '#platform/contract/errors.ts'
import type { NoteKind } from '#import-export/contract/import-report.ts'
import { POST_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { sanitizeBody } from '#writing/server/index.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import {
  BLOCK_TAGS,
  dissolve,
  findTags,
  isTag,
  parseHtml,
  remove,
  replace,
  type Tag,
  textOf,
  toHtml,
  type Tree,
} from '#platform/text/html.ts'
import { type FileParts, fileOfPlayer, importLinkedFile, importPlayers } from '#import-export/server/writer/files/import-players.ts'
import { simplifyMarkup } from '#import-export/server/record/markup/simplify-markup.ts'
import type { Imported } from '#import-export/server/writer/files/import-media.ts'

export interface BodyParts extends FileParts {
  readonly publicUrl: string
  /** True for exports of other software, whose markup is simplified first. */
  readonly isForeign: boolean
  readonly importPicture: (address: string) => Promise<Imported>
  /** Maps the address of a link; returns it unchanged if it need not change. */
  readonly linkTo: (address: string) => string
  /** Whether the address is a picture of the old blog. */
  readonly isOwnPicture: (address: string) => boolean
  /** Whether the address is a document, audio or video file of the old blog. */
  readonly isOwnFile: (address: string) => boolean
  /** Called for a picture that could not be imported. */
  readonly missPicture: (address: string, why: string) => void
  readonly note: (kind: NoteKind, detail: string) => void
}

const PICTURES_AT_ONCE = 3
/** In characters, without inline pictures. Larger than a stored body, since markup of other software is verbose. */
const SOURCE_MAX_LENGTH = 3 * POST_BODY_MAX_BYTES
const INLINE_PICTURE = /data:image\/[\w.+-]+;base64,[A-Za-z0-9+/=]+/g

/**
 * Converts a body: stores its pictures and files, rewrites its links, turns players of other sites into links, and
 * sanitises it like any other body.
 * @throws AppError if it is too large or too deeply nested; errors of `importPicture`
 */
export async function importBody(html: string, parts: BodyParts): Promise<string> {
  const tree = prepareBody(html, parts)
  await importPictures(tree, parts)
  await importPlayers(tree, parts)
  await rewriteLinks(tree, parts)
  const body = sanitizeBody(toHtml(tree.children), parts.publicUrl)
  if (Buffer.byteLength(body) > POST_BODY_MAX_BYTES) throw new AppError('too_large', 'the text is larger than 1 MB')
  return body
}

/** Parses and simplifies a text. Its pictures are not imported and its links not rewritten yet. @throws AppError if it is too large */
function prepareBody(html: string, parts: Pick<BodyParts, 'isForeign' | 'note'>): Tree {
  if (html.replace(INLINE_PICTURE, '').length > SOURCE_MAX_LENGTH) throw new AppError('too_large', 'the text is larger than 1 MB')
  const tree = parseHtml(html)
  if (!parts.isForeign) for (const tag of findTags(tree, 'noscript', 'template')) remove(tag)
  if (parts.isForeign) {
    simplifyMarkup(tree, parts.note)
    replacePlayers(tree, parts)
    unwrapPictures(tree)
    linkBareAddresses(tree)
    toParagraphs(tree)
  }
  return tree
}

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

const PLAYERS = ['iframe', 'video', 'audio', 'embed', 'object']

function replacePlayers(tree: Tree, { note }: Pick<BodyParts, 'note'>): void {
  for (const player of findTags(tree, ...PLAYERS)) {
    if (fileOfPlayer(player) !== undefined) continue
    const inside = findTags(player, 'source', 'iframe', 'embed')[0]?.attribs['src']
    const address = player.attribs['src'] ?? player.attribs['data-src'] ?? player.attribs['data'] ?? inside
    if (address === undefined) {
      remove(player)
      continue
    }
    const target = pageOfPlayer(address)
    note('media', `${player.name} ${target}`)
    replace(player, `<p>${link(target, player.attribs['title'] ?? target)}</p>`)
  }
}

/** Address of the web page of an embedded player, where it is known. */
function pageOfPlayer(address: string): string {
  const absolute = address.startsWith('//') ? `https:${address}` : address
  const [, video] = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/.exec(absolute) ?? []
  const [, vimeoId] = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(absolute) ?? []
  if (video !== undefined) return `https://www.youtube.com/watch?v=${video}`
  return vimeoId === undefined ? absolute : `https://vimeo.com/${vimeoId}`
}

const PICTURE_ENDING = /\.(jpe?g|png|gif|webp|avif|heic)$/i
const isPictureAddress = (address: string) => PICTURE_ENDING.test(address.replace(/[?#].*$/, ''))

/** Unwraps pictures that link only to their full-size version. */
function unwrapPictures(tree: Tree): void {
  for (const anchor of findTags(tree, 'a')) {
    const tags = anchor.children.filter(isTag)
    const isOnlyPicture = tags.length === 1 && tags[0]?.name === 'img' && textOf(anchor).trim() === ''
    if (isOnlyPicture && isPictureAddress(anchor.attribs['href'] ?? '')) dissolve(anchor)
  }
}

/** Links addresses that are alone in a block: WordPress shows them as embeds. */
function linkBareAddresses(tree: Tree): void {
  for (const tag of findTags(tree, 'p', 'div', 'figure')) {
    const text = textOf(tag).trim()
    if (/^https?:\/\/\S+$/.test(text) && findTags(tag, 'a', 'img').length === 0) replace(tag, `<p>${link(text, text)}</p>`)
  }
}

/** Turns block containers with only inline content into paragraphs. */
function toParagraphs(tree: Tree): void {
  for (const tag of findTags(tree, 'div', 'center', 'section')) {
    const holdsBlocks = findTags(tag, ...BLOCK_TAGS).length > 0
    const isWithinText =
      tag.parent !== null && 'name' in tag.parent && ['p', 'figure', 'figcaption', 'li', 'td', 'th'].includes(tag.parent.name)
    if (!holdsBlocks && !isWithinText && textOf(tag).trim() !== '') tag.name = 'p'
  }
}

async function importPictures(tree: Tree, parts: BodyParts): Promise<void> {
  const pending = findTags(tree, 'img')
  const work = async () => {
    for (let image = pending.pop(); image; image = pending.pop()) await importOne(image, parts)
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
}

async function importOne(image: Tag, { importPicture, missPicture, isForeign }: BodyParts): Promise<void> {
  const address = addressOf(image)
  if (address === '') return remove(image)
  const imported = await importPicture(address)
  const { alt = '' } = image.attribs
  if ('url' in imported) {
    image.attribs = { ...attributesOf(image, isForeign), src: imported.url, alt }
    return
  }
  missPicture(address, imported.reason)
  const text = placeholderOf(alt)
  replace(image, isLinkable(image, address) ? link(address, text) : escapeHtml(text))
}

/** Text in place of a picture that could not be imported. It links to the picture if `isLinkable`. */
const placeholderOf = (alt: string): string => (alt.trim() === '' ? '[picture]' : `[picture: ${alt.trim()}]`)
const isLinkable = (image: Tag, address: string) => /^https?:/.test(address) && !closest(image, 'a')

const addressOf = ({ attribs: { src = '' } }: Tag): string => src

/** Attributes that an imported picture keeps. Foreign exports give the size of a resized version, so it is dropped. */
function attributesOf({ attribs }: Tag, isForeign: boolean): Record<string, string> {
  const names = isForeign ? ['title'] : ['title', 'width', 'height']
  return Object.fromEntries(names.flatMap((name) => (attribs[name] === undefined ? [] : [[name, attribs[name]]])))
}

function closest(tag: Tag, name: string): boolean {
  for (let parent = tag.parent; parent !== null; parent = parent.parent) if ('name' in parent && parent.name === name) return true
  return false
}

/** Whether the link is the placeholder of a picture that was reported as missing already. */
const isPlaceholder = (anchor: Tag) => /^\[picture(: .*)?\]$/s.test(textOf(anchor))

async function rewriteLinks(tree: Tree, parts: BodyParts): Promise<void> {
  const { linkTo, importPicture, isOwnPicture, missPicture, isOwnFile } = parts
  for (const anchor of findTags(tree, 'a')) {
    const { href } = anchor.attribs
    if (href === undefined) continue
    if (isPictureAddress(href) && isOwnPicture(href)) {
      const imported = await importPicture(href)
      if ('url' in imported) anchor.attribs['href'] = imported.url
      else if (!isPlaceholder(anchor)) missPicture(href, imported.reason)
    } else {
      anchor.attribs['href'] = (isOwnFile(href) ? await importLinkedFile(href, parts) : null) ?? linkTo(href)
    }
  }
}
