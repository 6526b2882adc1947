/** What a translating browser writes in place of a text. */
const isTranslation = (node: Node) => node.nodeName === 'FONT'
const isText = (node: Node) => !(node instanceof Element) || isTranslation(node)
const textNodesOf = (element: Node) => [...element.childNodes].filter(isText)
const textsOf = (element: Node) =>
  textNodesOf(element)
    .map((node) => node.nodeName + node.textContent)
    .join()

/**
 * Puts the texts of the server in the place of their translations. React would replace an island whose texts differ, and
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
  for (const node of textNodesOf(shown)) node.remove()
  let next = 0
  for (const node of served.childNodes) {
    if (node instanceof Element) next += 1
    else shown.insertBefore(node.cloneNode(), elements[next] ?? null)
  }
  return true
}
