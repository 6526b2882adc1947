/** What a translating browser writes in place of a text. */
const isTranslation = (node: Node) => node.nodeName === 'FONT'
const isText = (node: Node) => !(node instanceof Element) || isTranslation(node)
const textsOf = (element: Node) =>
  [...element.childNodes]
    .filter(isText)
    .map((node) => node.nodeName + node.textContent)
    .join()

/**
 * Puts the texts of the server in the place of their translations. React would render an island anew whose texts differ, and
 * lose what was typed and pressed. Elements stay where they are, with their focus and values.
 * @returns whether a text was another one
 */
export function restoreTexts(shown: ParentNode & Node, served: ParentNode & Node): boolean {
  const elements = [...shown.children].filter((child) => !isTranslation(child))
  let isChanged = false
  for (const [index, element] of elements.entries()) {
    const other = served.children[index]
    if (other && restoreTexts(element, other)) isChanged = true
  }
  if (textsOf(shown) === textsOf(served)) return isChanged
  for (const node of [...shown.childNodes]) if (isText(node)) node.remove()
  let next = 0
  for (const node of served.childNodes) {
    if (node instanceof Element) next += 1
    else shown.insertBefore(node.cloneNode(), elements[next] ?? null)
  }
  return true
}
