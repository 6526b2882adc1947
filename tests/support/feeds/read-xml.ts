import sax from 'sax'

export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: XmlElement[]
  text: string
}

/** The root of an XML document, read strictly and with its namespaces: an unknown prefix is an error. @throws Error */
export function readXml(xml: string): XmlElement {
  const parser = sax.parser(true, { xmlns: true })
  const document: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  const addText = (text: string) => {
    const element = open.at(-1)
    if (element) element.text += text
  }
  parser.onerror = (error) => {
    throw error
  }
  parser.onopentag = ({ name, attributes }) => {
    const values = Object.entries(attributes).map(([key, attribute]) => [key, typeof attribute === 'string' ? attribute : attribute.value])
    const element: XmlElement = { name, attributes: Object.fromEntries(values) as Record<string, string>, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  parser.ontext = addText
  parser.oncdata = addText
  parser.write(xml).close()
  const [root] = document.children
  if (!root) throw new Error('It has no element.')
  return root
}
