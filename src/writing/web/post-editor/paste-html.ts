import { isOwnPicture } from './link-address.ts'
import { UPLOAD_ATTRIBUTE } from './use-media-node.ts'

interface PastedHtml {
  readonly html: string
  /** How many pictures are on other sites or on the device, where no script can fetch them. */
  readonly lostPictures: number
}

const END_OF_STYLE = '</style>'

/** Without style sheets, which the CSP refuses. */
export const withoutStyleSheets = (html: string): string =>
  html
    .split(/<style\b/i)
    .map((part, index) => {
      const end = part.toLowerCase().indexOf(END_OF_STYLE)
      return index === 0 ? part : end === -1 ? '' : part.slice(end + END_OF_STYLE.length)
    })
    .join('')

/** Word's items of lists are paragraphs with a marker of letters. */
const WORD_ITEM = /mso-list:[^;]*\blevel(\d)/
const WORD_MARKER = '[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]'
const NUMBER = /^\s*(?:\d+|[a-z]|[ivxlc]+)[.)]/i

const rename = (element: Element, name: string): void => {
  const renamed = element.ownerDocument.createElement(name)
  renamed.append(...element.childNodes)
  element.replaceWith(renamed)
}

interface OpenList {
  readonly list: Element
  readonly level: number
}

/** @returns the list of this level: the open one, or a new one within the last item of the level above */
function listAt(paragraph: Element, open: OpenList[], { level, name }: { level: number; name: string }): Element {
  const last = open.at(-1)
  if (last?.level === level) return last.list
  const list = paragraph.ownerDocument.createElement(name)
  const item = last?.list.lastElementChild
  if (item) item.append(list)
  else paragraph.before(list)
  open.push({ list, level })
  return list
}

/** Makes nested lists of Word's paragraphs that follow each other. */
function makeLists(body: HTMLElement): void {
  let open: OpenList[] = []
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(WORD_ITEM.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 0)
    // A heading, a table or a picture between two items ends the list.
    const isAdjacent = paragraph.previousElementSibling === open[0]?.list
    open = isAdjacent ? open.filter((each) => each.level <= level) : []
    if (level === 0) continue
    const marker = paragraph.querySelector(WORD_MARKER)
    const list = listAt(paragraph, open, { level, name: NUMBER.test(marker?.textContent ?? '') ? 'ol' : 'ul' })
    marker?.remove()
    const item = body.ownerDocument.createElement('li')
    list.append(item)
    item.append(paragraph)
  }
}

/** HTML of a word processor or a web page as the editor takes it: with its lists and headings. */
export function readPastedHtml(html: string): PastedHtml {
  const { body } = new DOMParser().parseFromString(withoutStyleSheets(html), 'text/html')
  makeLists(body)
  // The title of the post is the first heading.
  for (const heading of body.querySelectorAll('h1')) rename(heading, 'h2')
  let lostPictures = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    // Copied from a page of this blog.
    const path = src.startsWith(`${location.origin}/`) ? src.slice(location.origin.length) : src
    image.setAttribute('src', path)
    if (!isOwnPicture(path) && !image.hasAttribute(UPLOAD_ATTRIBUTE) && !isTracker(image)) lostPictures += 1
  }
  return { html: body.innerHTML, lostPictures }
}

/** Invisible pictures of mails and web pages. */
const isTracker = (image: HTMLImageElement): boolean => ['0', '1'].includes(image.getAttribute('width') ?? '')
