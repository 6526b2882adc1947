import { DomUtils } from 'htmlparser2'
import { findTags, isTag, type Node, type Tag, type Tree } from '#platform/text/html.ts'
import { convertFootnotes } from './footnotes.ts'
import { GHOST_CARDS } from './ghost-cards.ts'
import { unwrapNoscript, resolveLazyPictures } from './lazy-pictures.ts'
import { convertPlainElements } from './plain-elements.ts'
import { type AddNote, classesOf, type Convert, dissolve } from './tree-tools.ts'
import { WORDPRESS_BLOCKS } from './wordpress-blocks.ts'

const CONVERTERS = new Map<string, Convert>(Object.entries({ ...WORDPRESS_BLOCKS, ...GHOST_CARDS }))

/**
 * Converts the markup of other software to elements that posts in Kindred may have (docs/imports.md). Leaves players, audio,
 * video and files, whose conversion depends on their address.
 */
export function simplifyMarkup(tree: Tree, note: AddNote): void {
  unwrapNoscript(tree, note)
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

/** Headings and paragraphs have no ids in Kindred, so links to them would be broken. */
function removeInnerLinks(tree: Tree, note: AddNote): void {
  for (const link of findTags(tree, 'a')) {
    const { href = '' } = link.attribs
    if (!href.startsWith('#') || /^#fn(ref)?-\d+$/.test(href)) continue
    if (href !== '#' && href !== '#top') note('markup', `a link within the text is plain words now: ${href}`)
    dissolve(link)
  }
}
