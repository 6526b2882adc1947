import { DomUtils } from 'htmlparser2'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { findTags, isTag, type Node, replace, type Tag, type Tree } from '#platform/text/html.ts'
import { FOOTNOTE_ID } from '#writing/contract/footnotes.ts'
import { emojiOf } from '#writing/contract/emoji.ts'
import { convertFootnotes } from './footnotes.ts'
import { GHOST_CARDS } from './ghost-cards.ts'
import { unwrapNoscript, resolveLazyPictures } from './lazy-pictures.ts'
import { convertPlainElements } from './plain-elements.ts'
import { type AddNote, classesOf, type Convert, dissolve } from './tree-tools.ts'
import { WORDPRESS_BLOCKS } from './wordpress-blocks.ts'

const CONVERTERS = new Map<string, Convert>(Object.entries({ ...WORDPRESS_BLOCKS, ...GHOST_CARDS }))

/**
 * Converts the markup of other software to elements that posts in Kindred may have (docs/operating.md). Leaves players, audio,
 * video and files, whose conversion depends on their address.
 */
export function simplifyMarkup(tree: Tree, note: AddNote): void {
  unwrapNoscript(tree, note)
  for (const image of findTags(tree, 'img')) {
    const emoji = emojiOf(image.attribs)
    if (emoji !== null) replace(image, escapeHtml(emoji))
  }
  resolveLazyPictures(tree)
  // Inner elements first, so that no element is converted twice.
  for (const [tag, convert] of convertible(tree).toReversed()) convert(tag, note)
  convertPlainElements(tree, note)
  convertFootnotes(tree)
  removeInnerLinks(tree, note)
}

function convertible(tree: Tree): [Tag, Convert][] {
  return (DomUtils.findAll(() => true, tree.children) as Node[]).filter(isTag).flatMap((tag) => {
    const name = classesOf(tag).findLast((each) => CONVERTERS.has(each))
    const convert = name === undefined ? undefined : CONVERTERS.get(name)
    return convert ? [[tag, convert] satisfies [Tag, Convert]] : []
  })
}

/** Only footnotes have ids in Kindred, so other links within the text would lead nowhere. */
function removeInnerLinks(tree: Tree, note: AddNote): void {
  const ids = new Set(findTags(tree, 'a', 'li', 'sup').map(({ attribs }) => attribs['id'] ?? ''))
  for (const link of findTags(tree, 'a')) {
    const { href = '' } = link.attribs
    const id = href.slice(1)
    if (!href.startsWith('#') || (FOOTNOTE_ID.test(id) && ids.has(id))) continue
    if (href !== '#' && href !== '#top') note('markup', `a link within the text is plain words now: ${href}`)
    dissolve(link)
  }
}
