import { DomUtils } from 'htmlparser2'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { append, findTags, isTag, parseHtml, remove, type Tag, textOf, toHtml, type Tree } from '#platform/text/html.ts'
import {
  type AddNote,
  below,
  dissolve,
  firstTag,
  hasParent,
  labelOf,
  outer,
  parentName,
  replace,
  takeCaption,
  isOnlyContent,
  wordsOf,
} from './tree-tools.ts'
import { gallery } from './wordpress-blocks.ts'

/** Converts elements to forms that posts in Kindred may have. Reports elements without such a form. */
export function convertPlainElements(tree: Tree, note: AddNote): void {
  removeForms(tree, note)
  convertFormulas(tree)
  convertFigures(tree, note)
  unwrapPlayers(tree)
  nestLists(tree)
  for (const cite of findTags(tree, 'cite')) if (parentName(cite) === 'blockquote') replace(cite, `<p>${outer(cite)}</p>`)
  for (const list of findTags(tree, 'ol')) if ('reversed' in list.attribs) note('markup', 'a list that counted down counts up')
  for (const area of findTags(tree, 'area')) if (area.attribs['href']) note('markup', `a link in a picture: ${area.attribs['href']}`)
}

const WITHOUT_WORDS = ['script', 'style']
const REMOVED = ['form', 'svg', 'select', 'canvas', 'textarea', 'template', ...WITHOUT_WORDS]

/** Removes elements with their text, which the report contains. */
function removeForms(tree: Tree, note: AddNote): void {
  for (const tag of findTags(tree, 'input')) replace(tag, escapeHtml(labelOf(tag)))
  for (const tag of findTags(tree, ...REMOVED).filter((each) => !hasParent(each, REMOVED))) {
    const words = WITHOUT_WORDS.includes(tag.name) ? '' : wordsOf(tag)
    if (words !== '' || tag.name === 'script' || tag.name === 'form')
      note('markup', `the element ‘${tag.name}’ was left out${words === '' ? '' : `: ${words}`}`)
    remove(tag)
  }
}

/** Moves lists that are children of a list into the item before them. */
function nestLists(tree: Tree): void {
  for (const list of findTags(tree, 'ul', 'ol')) {
    const item = isList(parentName(list)) ? previousItem(list) : undefined
    if (item) append(item, list)
  }
}

const isList = (name: string) => name === 'ul' || name === 'ol'

function previousItem({ prev }: Tag): Tag | undefined {
  let node = prev
  while (node !== null && !isTag(node)) node = node.prev
  return node?.name === 'li' ? node : undefined
}

/** Shows the source of a formula, since its text without MathML would mean something else. */
function convertFormulas(tree: Tree): void {
  for (const formula of findTags(tree, 'math')) {
    const source = firstTag(formula, 'annotation')
    const written = (source ? textOf(source) : (formula.attribs['alttext'] ?? wordsOf(formula))).trim()
    const html = written === '' ? '' : `<code>${escapeHtml(written)}</code>`
    replace(formula, formula.attribs['display'] === 'block' && parentName(formula) !== 'p' ? `<p>${html}</p>` : html)
  }
}

/** In Kindred a figure holds one picture, video or audio. Tables have their caption inside. */
function convertFigures(tree: Tree, note: AddNote): void {
  for (const tag of findTags(tree, 'figure').toReversed()) {
    const table = firstTag(tag, 'table')
    if (findTags(tag, 'img').length > 1) gallery(tag, note)
    else if (table) {
      const caption = takeCaption(tag)
      if (caption !== '' && !firstTag(table, 'caption'))
        for (const node of parseHtml(`<caption>${caption}</caption>`).children) DomUtils.prependChild(table, node)
      dissolve(tag)
    } else if (firstTag(tag, 'pre', 'blockquote', 'ul', 'ol', 'p', 'details') && !firstTag(tag, 'img', 'audio', 'video')) {
      const caption = takeCaption(tag)
      replace(tag, toHtml(tag.children) + below(caption))
    }
  }
}

/** Unwraps players that are alone in a paragraph. */
function unwrapPlayers(tree: Tree): void {
  for (const player of findTags(tree, 'iframe', 'embed', 'object', 'audio', 'video'))
    if (parentName(player) === 'p' && isOnlyContent(player)) dissolve(player.parent as Tag)
}
