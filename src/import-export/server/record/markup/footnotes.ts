import { append, findTags, parseHtml, type Tag, textOf, type Tree } from '#platform/text/html.ts'
import { parentName, rename } from './tree-tools.ts'

/**
 * Converts footnotes of any software: a list item with an id, or a link as of Word, and a number in the text before that links
 * to it. They get ids in Kindred's form, `fn-1` and `fnref-1`, and a link back.
 */
export function convertFootnotes(tree: Tree): void {
  const tags = findTags(tree, 'a', 'li')
  const references = Map.groupBy(tags.filter(isReference), targetOf)
  const before = new Set<Tag>()
  let number = 0
  for (const item of tags) {
    const links = (references.get(anchorOf(item)) ?? []).filter((link) => !isWithin(link, item) && (item.name === 'li' || before.has(link)))
    before.add(item)
    if (links.length === 0) continue
    number += 1
    for (const [index, link] of links.entries()) setReference(link, number, index)
    setNote(item, number)
  }
}

const anchorOf = ({ attribs: { id, name } }: Tag): string => id ?? name ?? ''
const targetOf = ({ attribs }: Tag) => decodeURI(attribs['href'] ?? '').slice(1)

/** Whether a link within the text is a footnote reference: in `<sup>`, with a class for footnotes, or a number or sign. */
function isReference(link: Tag): boolean {
  const { href = '', class: names = '' } = link.attribs
  if (!/^#./.test(href) || !isDecodable(href)) return false
  return parentName(link) === 'sup' || /foot|fn|note/i.test(names) || /^\s*\[?(?:[\d*†‡]{1,4}|[ivx]{1,6})\]?\s*$/.test(textOf(link))
}

function isDecodable(text: string): boolean {
  try {
    return decodeURI(text) !== ''
  } catch {
    return false
  }
}

function isWithin(tag: Tag, item: Tag): boolean {
  for (let { parent } = tag; parent !== null; parent = parent.parent) if (parent === item) return true
  return false
}

function setReference(link: Tag, number: number, index: number): void {
  rename(link, 'a', { href: `#fn-${number}`, id: index === 0 ? `fnref-${number}` : `fnref-${number}-${index + 1}` })
  if (link.parent && parentName(link) === 'sup') (link.parent as Tag).attribs = {}
}

function setNote(item: Tag, number: number): void {
  if (item.name === 'a') return rename(item, 'a', { href: `#fnref-${number}`, id: `fn-${number}` })
  rename(item, 'li', { id: `fn-${number}` })
  if (parentName(item) === 'ol') (item.parent as Tag).attribs = { class: 'footnotes' }
  const back = findTags(item, 'a').filter(({ attribs }) => attribs['href']?.startsWith('#'))
  for (const link of back) rename(link, 'a', { href: `#fnref-${number}` })
  if (back.length === 0) for (const node of parseHtml(` <a href="#fnref-${number}">↩</a>`).children.slice()) append(item, node)
}
