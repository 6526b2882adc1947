import { append, findTags, isTag, parseHtml, remove, type Tag, toHtml } from '#platform/text/html.ts'

/** Turns lists whose items are indented by a class, as Quill writes them, into nested lists. */
export function nestIndentedLists(html: string): string {
  if (!html.includes('ql-indent-')) return html
  const tree = parseHtml(html)
  const indented = findTags(tree, 'ul', 'ol').filter((list) => list.children.some((item) => isTag(item) && indentOf(item) > 0))
  for (const list of indented) nestItems(list)
  return indented.length === 0 ? html : toHtml(tree.children)
}

const isList = (tag: Tag | undefined): tag is Tag => tag?.name === 'ul' || tag?.name === 'ol'
const lastTag = (tag: Tag): Tag | undefined => tag.children.findLast(isTag)
const indentOf = (item: Tag) => Number(/(?:^|\s)ql-indent-([1-8])(?:\s|$)/.exec(item.attribs['class'] ?? '')?.[1] ?? 0)

function nestItems(list: Tag): void {
  const items = list.children.filter(isTag)
  list.children = []
  // When the kind of list changes, Quill starts a new sibling list, although its items belong under those of the list before.
  let root = previousList(list) ?? list
  for (const item of items) {
    const parent = parentFor(root, indentOf(item))
    if (parent === undefined) root = list
    append(parent === undefined ? list : innerList(parent, list.name), item)
  }
  if (list.children.length === 0) remove(list)
}

/** Returns the last item with a smaller indent. */
function parentFor(list: Tag, indent: number): Tag | undefined {
  const item = lastTag(list)
  if (item === undefined || indentOf(item) >= indent) return undefined
  const inner = lastTag(item)
  return (isList(inner) ? parentFor(inner, indent) : undefined) ?? item
}

function innerList(item: Tag, name: string): Tag {
  const last = lastTag(item)
  if (last?.name === name) return last
  const list = parseHtml(`<${name}></${name}>`).children[0] as Tag
  append(item, list)
  return list
}

function previousList(list: Tag): Tag | undefined {
  let node = list.prev
  while (node !== null && !isTag(node)) node = node.prev
  return node !== null && isList(node) ? node : undefined
}
