import { findTags, remove, type Tag, type Tree } from '#platform/text/html.ts'
import { type AddNote, dissolve, parentName, wordsOf } from './tree-tools.ts'

/** Attributes in which lazy-loading scripts put the address; `src` has a placeholder. */
const LAZY_SRCS = ['data-lazy-src', 'data-src', 'data-original', 'data-orig-file', 'data-large-file']
const LAZY_SRCSETS = ['srcset', 'data-srcset', 'data-lazy-srcset']

/** Replaces placeholders by the addresses of lazily loaded pictures. Removes blank pictures that no script would replace. */
export function resolveLazyPictures(tree: Tree): void {
  for (const image of findTags(tree, 'img')) {
    const { src = '' } = image.attribs
    if (src !== '' && !isPlaceholder(src)) continue
    const address = addressWithin(image)
    if (address !== undefined) image.attribs['src'] = address
    else if (src === '' || isDot(src)) remove(image)
  }
}

function addressWithin(image: Tag): string | undefined {
  const lazy = LAZY_SRCS.map((name) => image.attribs[name]).find((value) => value !== undefined && value !== '')
  if (lazy !== undefined) return lazy
  const { parent } = image
  const sources = parentName(image) === 'picture' && parent !== null ? findTags(parent as Tag, 'source') : []
  return [image, ...sources].map(largestOf).find((address) => address !== undefined)
}

/** Address with the largest width or density in a `srcset`. */
function largestOf({ attribs }: Tag): string | undefined {
  const set = LAZY_SRCSETS.map((name) => attribs[name]).find((value) => value !== undefined && value !== '') ?? ''
  const each = set.split(/,\s+/).flatMap((part) => {
    const [address = '', size = ''] = part.trim().split(/\s+/)
    return address === '' || isPlaceholder(address) ? [] : [{ address, size: Number.parseFloat(size) || 1 }]
  })
  return each.toSorted((a, b) => b.size - a.size)[0]?.address
}

const isPlaceholder = (src: string) =>
  /^data:image\/svg/i.test(src) ||
  isDot(src) ||
  /\/(?:blank|spacer|placeholder|pixel|1x1|trans(?:parent)?|lazy)\.(?:gif|png|svg)(?:\?|$)/i.test(src)

const GIF_HEAD_BYTES = 10
/** Whether a `data:` address is empty or a GIF of one pixel. */
function isDot(src: string): boolean {
  const [, data] = /^data:image\/gif;base64,([A-Za-z0-9+/]{16})/.exec(src) ?? []
  if (data === undefined) return /^data:(?:,|;|$)/.test(src)
  const head = Buffer.from(data, 'base64').subarray(0, GIF_HEAD_BYTES)
  return head.readUInt16LE(6) <= 1 && head.readUInt16LE(8) <= 1
}

const addressOf = ({ attribs }: Tag) => attribs['data-lazy-src'] ?? attribs['data-src'] ?? attribs['src'] ?? ''

/** Keeps pictures and players in `<noscript>` unless the text has them already. Reports other text in it. */
export function unwrapNoscript(tree: Tree, note: AddNote): void {
  const all = findTags(tree, 'noscript')
  if (all.length === 0) return
  const within = new Set(all.flatMap((tag) => findTags(tag, 'img', 'iframe')))
  const shown = new Set(
    findTags(tree, 'img', 'iframe')
      .filter((tag) => !within.has(tag))
      .map(addressOf),
  )
  for (const tag of all) {
    const media = findTags(tag, 'img', 'iframe')
    if (media.length > 0 && !media.every((each) => shown.has(addressOf(each)))) dissolve(tag)
    else {
      const words = wordsOf(tag)
      if (words !== '') note('markup', `only shown without scripts, and left out: ${words}`)
      remove(tag)
    }
  }
}
