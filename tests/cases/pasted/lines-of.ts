/**
 * Runs in a page: what an element shows, a text a line, in the way that mails write it: '3. ' or '• ' before an item of a list,
 * four blanks for each level. Empty cells are left out. Links are `[words](address)`, headings begin with '# ', cells with '| '.
 */
export function linesOf(root: Element): string[] {
  const lines: string[] = []
  const blocks = 'p,div,h2,h3,h4,h5,h6,ul,ol,li,blockquote,table,caption,tbody,thead,tr,td,th,figure,figcaption,pre,section'
  let line: string | null = null
  let marker = ''
  let level = -1
  let isInCell = false
  const add = (text: string) => {
    line = (line ?? '') + text
  }
  const end = () => {
    if (line !== null) {
      const isEmpty = line.trim() === ''
      if (!isEmpty || !isInCell)
        lines.push(isEmpty ? '' : `${'    '.repeat(Math.max(level, 0))}${marker}${line.replaceAll('\u00A0', ' ').trimEnd()}`)
      if (!isEmpty) marker = ''
    }
    line = null
  }
  const addText = (node: Text) => {
    const isCollapsed = !/^(pre|break-spaces)/.test(getComputedStyle(node.parentElement as Element).whiteSpace)
    const text = isCollapsed ? node.data.replace(/[ \t\r\n]+/g, ' ') : node.data
    const isAfterBlank = line === null || line.endsWith(' ')
    const shown = isCollapsed && isAfterBlank ? text.replace(/^ /, '') : text
    if (shown !== '') add(shown)
  }
  const beginItem = (item: Element) => {
    const list = item.parentElement as Element
    const first = Number(list.getAttribute('start') ?? 1)
    marker = list.localName === 'ol' ? `${first + [...list.children].indexOf(item)}. ` : '• '
  }
  const beginBlock = (element: Element) => {
    if (element.localName === 'li') beginItem(element)
    if (/^h\d$/.test(element.localName)) marker = '# '
    isInCell = element.closest('td, th') !== null
    if (element.matches('td, th')) marker = '| '
  }
  const visitBlock = (element: Element): void => {
    const isList = element.matches('ul, ol')
    end()
    beginBlock(element)
    if (isList) level += 1
    for (const child of element.childNodes) visit(child)
    end()
    if (isList) level -= 1
  }
  const visitInline = (element: Element): void => {
    const href = element.localName === 'a' ? element.getAttribute('href') : null
    if (href !== null) add('[')
    for (const child of element.childNodes) visit(child)
    if (href !== null) add(`](${href})`)
  }
  const visit = (node: Node): void => {
    if (node instanceof Text) addText(node)
    else if (!(node instanceof Element)) return
    else if (node.localName === 'br') {
      add('')
      end()
    } else if (node.localName === 'img') add(node.getAttribute('alt') ? `<${node.getAttribute('alt')}>` : '')
    else if (node.matches(blocks)) visitBlock(node)
    else visitInline(node)
  }
  for (const child of root.childNodes) visit(child)
  end()
  return lines
}
