/** Word's items of lists are paragraphs with a marker of letters; Word in the browser makes a list of each item. */
const WORD_LEVEL = /mso-list:[^;]{0,100}\blevel(\d)/
const WORD_MARKER = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']

const MARKER_MAX_LENGTH = 20

interface Item {
  readonly level: number
  /** What its number may mean, the likelier first: 'i.' is 1 or 9. Empty for a bullet. */
  readonly numbers: readonly number[]
  /** Moves the item out of its place. */
  readonly take: () => Element
}

/** Items that stand in this place and belong to lists around it. */
interface Place {
  readonly block: Element
  readonly items: readonly Item[]
}

interface OpenList {
  readonly list: Element
  readonly level: number
  readonly isOrdered: boolean
  readonly next: number
}

function numbersOf(marker: string): number[] {
  const [, digits, letters = ''] = /(?:(\d{1,9})|\b([a-z]{1,4}))[.)]{0,2}\s*$/i.exec(marker.trim().slice(-MARKER_MAX_LENGTH)) ?? []
  if (digits !== undefined) return [Number(digits)]
  // Without a dot it is the bullet 'o'.
  if (letters === '' || !/[.)]/.test(marker)) return []
  const name = letters.toLowerCase()
  const letter = name.length === 1 ? [name.charCodeAt(0) - 'a'.charCodeAt(0) + 1] : []
  return [...(ROMAN.includes(name) ? [ROMAN.indexOf(name) + 1] : []), ...letter]
}

function placeOfWord(paragraph: Element): Place | null {
  const [, level] = WORD_LEVEL.exec(paragraph.getAttribute('style') ?? '') ?? []
  if (level === undefined) return null
  const marker = paragraph.querySelector(WORD_MARKER)
  const numbers = numbersOf(marker?.textContent ?? '')
  marker?.remove()
  const take = () => {
    const item = paragraph.ownerDocument.createElement('li')
    item.append(paragraph)
    return item
  }
  return { block: paragraph, items: [{ level: Number(level), numbers, take }] }
}

/** A list whose items name their level. In lists within lists, as of Google Docs, the level says nothing new. */
function placeOfList(list: Element): Place | null {
  const children = [...list.children]
  const isFlat = children.length > 0 && children.every((child) => child.matches('li[aria-level], li[data-aria-level]'))
  if (!isFlat || list.querySelector('ul, ol') !== null || list.parentElement?.closest('ul, ol')) return null
  const start = Number.parseInt(list.getAttribute('start') ?? '1', 10)
  const items = children.map((item, index): Item => {
    const level = Number(item.getAttribute('data-aria-level') ?? item.getAttribute('aria-level'))
    return { level, numbers: list.localName === 'ol' ? [start + index] : [], take: () => item }
  })
  return { block: outermostOf(list), items }
}

/** The element in which this one is alone. */
function outermostOf(element: Element): Element {
  const { parentElement: parent } = element
  const isAlone = parent !== null && parent.localName === 'div' && parent.children.length === 1
  return isAlone ? outermostOf(parent) : element
}

/** Makes one list, with lists in it, of items that follow each other. Their numbers stay. */
export function makeLists(body: HTMLElement): void {
  let open: OpenList[] = []
  for (const element of body.querySelectorAll('p, ul, ol')) {
    const place = element.localName === 'p' ? placeOfWord(element) : placeOfList(element)
    if (place === null) continue
    // A heading, a table or a picture between two items ends the list.
    if (place.block.previousElementSibling !== open[0]?.list) open = []
    for (const item of place.items) open = addItem(open, item, place.block)
    if (place.block.querySelector('li') === null && element.localName !== 'p') place.block.remove()
  }
}

/** @returns the open lists, the outermost first */
function addItem(open: readonly OpenList[], { level, numbers, take }: Item, block: Element): OpenList[] {
  const outer = open.filter((each) => each.level < level)
  const last = open.find((each) => each.level === level)
  const isOrdered = numbers.length > 0
  const isNext = last !== undefined && last.isOrdered === isOrdered && (!isOrdered || numbers.includes(last.next))
  const first = numbers[0] ?? 1
  const list = isNext ? last.list : newList(block, { item: outer.at(-1)?.list.lastElementChild, isOrdered, first })
  list.append(take())
  return [...outer, { list, level, isOrdered, next: (isNext ? last.next : first) + 1 }]
}

interface NewList {
  /** Of the level above. */
  readonly item: Element | null | undefined
  readonly isOrdered: boolean
  readonly first: number
}

function newList(block: Element, { item, isOrdered, first }: NewList): Element {
  const list = block.ownerDocument.createElement(isOrdered ? 'ol' : 'ul')
  if (first !== 1) list.setAttribute('start', String(first))
  if (item) item.append(list)
  else block.before(list)
  return list
}
