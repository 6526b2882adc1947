import { FOOTNOTE_ID } from '#writing/contract/footnotes.ts'
import { emojiOf } from '#writing/contract/emoji.ts'
import { NO_BREAK_SPACE, toEditorLines } from './html-lines.ts'
import { isOwnPicture } from './link-address.ts'
import { makeLists } from './paste-lists.ts'
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

/** The title of the post is the first heading. */
function lowerHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1')) {
    const lower = body.ownerDocument.createElement('h2')
    lower.style.textAlign = heading.style.textAlign
    lower.append(...heading.childNodes)
    heading.replaceWith(lower)
  }
}

/** Emoji that are pictures, tabs, and the mark that Word sets after each paragraph. */
function toText(body: HTMLElement): void {
  for (const tab of body.querySelectorAll('.Apple-tab-span')) tab.textContent = NO_BREAK_SPACE.repeat(4)
  for (const [paragraph, marks] of Map.groupBy(body.querySelectorAll('.EOP'), (mark) => mark.parentElement))
    if (paragraph?.textContent.trim() !== '') for (const mark of marks) mark.remove()
  for (const image of body.querySelectorAll('img')) {
    const emoji = emojiOf(Object.fromEntries(Array.from(image.attributes, ({ name, value }) => [name, value])))
    if (emoji !== null) image.replaceWith(emoji)
  }
}

const anchorOf = (link: HTMLAnchorElement) => link.id || link.name
const targetOf = (link: HTMLAnchorElement) => link.getAttribute('href')?.slice(1) ?? ''
const linksIn = (body: HTMLElement) => [...body.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')]
const footnotesIn = (root: ParentNode) => [...root.querySelectorAll('[id^="fn"]')].filter(({ id }) => FOOTNOTE_ID.test(id))
/** 1 of 'fnref-1' */
const numberOf = (id: string) => Number.parseInt(id.replace(/^\D+/, ''), 10)

/** Beside the footnotes that are in the text already. */
const nextNumber = (footnotes: readonly Element[]) => footnotes.reduce((next, { id }) => Math.max(next, numberOf(id) + 1), 1)

/** Two links that lead to each other are a footnote; other links within the text lead nowhere here, and are plain text. */
function linkFootnotes(body: HTMLElement): void {
  const links = linksIn(body)
  const byAnchor = new Map(links.filter((link) => anchorOf(link) !== '').map((link) => [anchorOf(link), link]))
  const own = footnotesIn(body)
  const ownIds = new Set(own.map(({ id }) => id))
  let number = nextNumber([...footnotesIn(document), ...own])
  const done = new Set<HTMLAnchorElement>()
  for (const link of links) {
    const note = byAnchor.get(targetOf(link))
    if (done.has(link) || ownIds.has(targetOf(link))) continue
    if (note === undefined || targetOf(note) !== anchorOf(link) || note === link) link.replaceWith(...link.childNodes)
    else {
      for (const [each, id, target] of [
        [link, 'fnref', 'fn'],
        [note, 'fn', 'fnref'],
      ] as const) {
        each.id = `${id}-${number}`
        each.setAttribute('href', `#${target}-${number}`)
        done.add(each)
      }
      number += 1
    }
  }
}

/** Footnotes of this blog get new numbers where the text has them already: an id stands once in a page. */
function renumberFootnotes(body: HTMLElement): void {
  const [there, pasted] = [footnotesIn(document), footnotesIn(body)]
  const taken = new Set(there.map(({ id }) => id))
  const first = nextNumber([...there, ...pasted])
  const numbers = new Map<string, number>()
  const renamed = new Map<string, string>()
  for (const { id } of pasted) {
    const [, kind = '', number = ''] = /^(fn(?:ref)?)(.+)$/.exec(id) ?? []
    if (!taken.has(id)) continue
    numbers.set(number, numbers.get(number) ?? first + numbers.size)
    renamed.set(id, `${kind}-${numbers.get(number)}`)
  }
  for (const element of pasted) element.id = renamed.get(element.id) ?? element.id
  for (const link of linksIn(body)) link.setAttribute('href', `#${renamed.get(targetOf(link)) ?? targetOf(link)}`)
}

/** HTML of a word processor or a web page as the editor takes it: with its lists, headings and lines. */
export function readPastedHtml(html: string): PastedHtml {
  const { body } = new DOMParser().parseFromString(withoutStyleSheets(html), 'text/html')
  const isOfEditor = body.querySelector('[data-pm-slice]') !== null
  renumberFootnotes(body)
  if (!isOfEditor) {
    makeLists(body)
    lowerHeadings(body)
    toText(body)
    linkFootnotes(body)
    toEditorLines(body)
  }
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
