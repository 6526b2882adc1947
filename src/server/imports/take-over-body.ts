import { AppError } from '#contract/errors.ts'
import { POST_BODY_MAX_BYTES } from '#contract/limits.ts'
import { sanitizeBody } from '#server/features/posts/sanitize-body.ts'
import {
  BLOCK_TAGS,
  escapeHtml,
  findClass,
  findTags,
  isTag,
  parseHtml,
  remove,
  replace,
  type Tag,
  textOf,
  toHtml,
  type Tree,
  unwrap,
} from '#server/platform/html.ts'
import type { Brought } from './pictures/bring-pictures.ts'
import type { NoteKind } from './source.ts'

export interface BodyParts {
  readonly publicUrl: string
  /** Of other blogs: what their editors made is tidied. Our own text stays as it is. */
  readonly isForeign: boolean
  readonly bring: (address: string) => Promise<Brought>
  /** Where a link leads from now on; the address itself where it stays. */
  readonly linkTo: (address: string) => string
  /** Whether a link to this picture is one to the blog's own. */
  readonly isOwnPicture: (address: string) => boolean
  readonly note: (kind: NoteKind, detail: string) => void
}

const PICTURES_AT_ONCE = 3

/**
 * A body as we keep it: pictures in our storage, links to other posts leading to where they are now, players replaced
 * by links to what they play, and sanitised as on any write.
 * @throws AppError for what is too large or too deeply nested; what `bring` throws
 */
export async function takeOverBody(html: string, parts: BodyParts): Promise<string> {
  if (Buffer.byteLength(html) > POST_BODY_MAX_BYTES) throw new AppError('too_large', 'the text is larger than 1 MB')
  const tree = parseHtml(html)
  for (const tag of findTags(tree, 'noscript', 'template')) remove(tag)
  if (parts.isForeign) {
    replaceCards(tree)
    replacePlayers(tree, parts)
    removeMachines(tree, parts)
    unwrapPictures(tree)
    linkBareAddresses(tree)
    turnDivisions(tree)
  }
  await bringPictures(tree, parts)
  await turnLinks(tree, parts)
  return sanitizeBody(toHtml(tree.children), parts.publicUrl)
}

const link = (href: string, text: string) => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

/** Ghost's cards for links and files: what counts in them is where they lead. */
function replaceCards(tree: Tree): void {
  for (const card of findClass(tree, /\bkg-(bookmark|file|audio)-card\b/)) {
    const target = findTags(card, 'a')[0]?.attribs['href'] ?? findTags(card, 'audio')[0]?.attribs['src']
    const title = findClass(card, /\bkg-(bookmark|file-card|audio)-title\b/)[0]
    if (target !== undefined) replace(card, `<p>${link(target, (title && textOf(title).trim()) || target)}</p>`)
  }
}

const PLAYERS = ['iframe', 'video', 'audio', 'embed', 'object']

function replacePlayers(tree: Tree, { note }: BodyParts): void {
  for (const player of findTags(tree, ...PLAYERS)) {
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

/** The page a person would open. */
function pageOfPlayer(address: string): string {
  const absolute = address.startsWith('//') ? `https:${address}` : address
  const [, video] = /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{6,20})/.exec(absolute) ?? []
  const [, film] = /^https?:\/\/player\.vimeo\.com\/video\/(\d+)/.exec(absolute) ?? []
  if (video !== undefined) return `https://www.youtube.com/watch?v=${video}`
  return film === undefined ? absolute : `https://vimeo.com/${film}`
}

/** Their text is no text of the post. */
function removeMachines(tree: Tree, { note }: BodyParts): void {
  for (const tag of findTags(tree, 'script', 'style', 'form', 'svg', 'select', 'canvas')) {
    if (tag.name === 'script' || tag.name === 'form') note('markup', `a ${tag.name} was left out`)
    remove(tag)
  }
}

const PICTURE_ENDING = /\.(jpe?g|png|gif|webp|avif|heic)$/i
const isPictureAddress = (address: string) => PICTURE_ENDING.test(address.replace(/[?#].*$/, ''))

/** A picture that leads to nothing but itself in large: ours are large enough. */
function unwrapPictures(tree: Tree): void {
  for (const anchor of findTags(tree, 'a')) {
    const tags = anchor.children.filter(isTag)
    const isOnlyPicture = tags.length === 1 && tags[0]?.name === 'img' && textOf(anchor).trim() === ''
    if (isOnlyPicture && isPictureAddress(anchor.attribs['href'] ?? '')) unwrap(anchor)
  }
}

/** An address alone on its line stood for a player or a preview. */
function linkBareAddresses(tree: Tree): void {
  for (const tag of findTags(tree, 'p', 'div', 'figure')) {
    const text = textOf(tag).trim()
    if (/^https?:\/\/\S+$/.test(text) && findTags(tag, 'a', 'img').length === 0) replace(tag, `<p>${link(text, text)}</p>`)
  }
}

/** Divisions are not kept; where one holds only words, it is a paragraph. */
function turnDivisions(tree: Tree): void {
  for (const tag of findTags(tree, 'div', 'center', 'section')) {
    const holdsBlocks = findTags(tag, ...BLOCK_TAGS).length > 0
    const isWithinText =
      tag.parent !== null && 'name' in tag.parent && ['p', 'figure', 'figcaption', 'li', 'td', 'th'].includes(tag.parent.name)
    if (!holdsBlocks && !isWithinText && textOf(tag).trim() !== '') tag.name = 'p'
  }
}

async function bringPictures(tree: Tree, parts: BodyParts): Promise<void> {
  const waiting = findTags(tree, 'img')
  const work = async () => {
    for (let image = waiting.pop(); image; image = waiting.pop()) await bringPicture(image, parts)
  }
  await Promise.all(Array.from({ length: PICTURES_AT_ONCE }, work))
}

async function bringPicture(image: Tag, { bring, note, isForeign }: BodyParts): Promise<void> {
  const address = addressOf(image)
  if (address === '') return remove(image)
  const brought = await bring(address)
  const { alt = '' } = image.attribs
  if ('url' in brought) {
    image.attribs = { ...keptAttributes(image, isForeign), src: brought.url, alt }
    return
  }
  note('picture', `${address.slice(0, 200)}: ${brought.reason}`)
  const text = alt.trim() === '' ? '[picture]' : `[picture: ${alt.trim()}]`
  replace(image, closest(image, 'a') || !/^https?:/.test(address) ? escapeHtml(text) : link(address, text))
}

/** What stands in for a picture that comes later, when somebody scrolls there, is not the picture. */
function addressOf({ attribs: { src = '', 'data-src': later } }: Tag): string {
  return src === '' || /^data:image\/(svg|gif)/.test(src) ? (later ?? '') : src
}

/** Sizes that other blogs give are those of the forms they had. */
function keptAttributes({ attribs }: Tag, isForeign: boolean): Record<string, string> {
  const names = isForeign ? ['title'] : ['title', 'width', 'height']
  return Object.fromEntries(names.flatMap((name) => (attribs[name] === undefined ? [] : [[name, attribs[name]]])))
}

function closest(tag: Tag, name: string): boolean {
  for (let parent = tag.parent; parent !== null; parent = parent.parent) if ('name' in parent && parent.name === name) return true
  return false
}

async function turnLinks(tree: Tree, { linkTo, bring, isOwnPicture }: BodyParts): Promise<void> {
  for (const anchor of findTags(tree, 'a')) {
    const { href } = anchor.attribs
    if (href === undefined) continue
    if (isPictureAddress(href) && isOwnPicture(href)) {
      const brought = await bring(href)
      if ('url' in brought) anchor.attribs['href'] = brought.url
    } else {
      anchor.attribs['href'] = linkTo(href)
    }
  }
}
