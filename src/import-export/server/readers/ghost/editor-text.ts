import { z } from 'zod'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { markdownToHtml } from '#import-export/server/formats/markdown-to-html.ts'

/** Text of a post as Ghost's editors store it, for posts without HTML. The sanitiser checks the result. */

export type AddDetail = (detail: string) => void

/** An element or card of a text: a type, and fields that depend on it. */
interface Item {
  readonly type?: unknown
  readonly children?: unknown
  readonly [field: string]: unknown
}

type Render = (item: Item, inside: string) => string

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const escaped = (value: unknown): string => escapeHtml(textOf(value))
const element = (tag: unknown, html: string) => `<${textOf(tag)}>${html}</${textOf(tag)}>`
const filled = (tag: string, html: string) => (html === '' ? '' : element(tag, html))
const figure = (inner: string, caption: unknown) => element('figure', inner + filled('figcaption', textOf(caption)))
const picture = (card: Item) => `<img src="${escaped(card['src'] ?? card['fileName'])}" alt="${escaped(card['alt'])}">`
const link = (href: unknown, words: unknown) => `<p><a href="${escaped(href)}">${escaped(textOf(words) || href)}</a></p>`
const captionBelow = (card: Item) => filled('p', textOf(card['caption']))

/** Elements by the bits of a text's `format`, the lowest first. */
const FORMATS = ['strong', 'em', 's', 'u', 'code', 'sub', 'sup', 'mark']
const text: Render = (item) =>
  FORMATS.reduce((html, tag, bit) => ((Number(item['format']) >> bit) & 1 ? element(tag, html) : html), escaped(item['text']))
const heading: Render = (item, inside) => element(item['tag'], inside)
const quote: Render = (_, inside) => `<blockquote><p>${inside}</p></blockquote>`
const aside: Render = (_, inside) => `<blockquote class="kg-blockquote-alt"><p>${inside}</p></blockquote>`
const anchor: Render = (item, inside) => `<a href="${escaped(item['url'])}">${inside}</a>`
const markdown: Render = (card) => markdownToHtml(textOf(card['markdown']))
const line: Render = () => '<hr>'
const code: Render = (card) => `<pre><code>${escaped(card['code'])}</code></pre>${captionBelow(card)}`
const player: Render = (card) =>
  figure(`<${textOf(card.type)} controls src="${escaped(card['src'])}"></${textOf(card.type)}>`, card['caption'] ?? card['title'])

const bookmark: Render = (card) => {
  const about = (card['metadata'] ?? card) as Item
  return link(card['url'], about['title']) + filled('p', escaped(about['description'])) + captionBelow(card)
}

const gallery: Render = (card) => {
  const images = Array.isArray(card['images']) ? (card['images'] as Item[]) : []
  return images.map((image) => figure(picture(image), '')).join('') + captionBelow(card)
}

const RENDERERS = new Map<string, Render>(
  Object.entries({
    text,
    'extended-text': text,
    linebreak: () => '<br>',
    paragraph: (_, inside) => element('p', inside),
    heading,
    'extended-heading': heading,
    quote,
    'extended-quote': quote,
    aside,
    link: anchor,
    autolink: anchor,
    list: (item, inside) => element(item['listType'] === 'number' ? 'ol' : 'ul', inside),
    listitem: (_, inside) => element('li', inside),
    image: (card) => figure(picture(card), card['caption']),
    gallery,
    markdown,
    'card-markdown': markdown,
    html: (card) => textOf(card['html']),
    code,
    codeblock: code,
    hr: line,
    horizontalrule: line,
    bookmark,
    embed: (card) => textOf(card['html']) || link(card['url'], ''),
    audio: player,
    video: player,
    file: (card) => link(card['src'], card['fileTitle'] ?? card['fileName']),
    button: (card) => link(card['buttonUrl'], card['buttonText']),
    callout: (card) => `<blockquote class="callout"><p>${escaped(card['calloutEmoji'])} ${textOf(card['calloutText'])}</p></blockquote>`,
    toggle: (card) => `<details><summary>${textOf(card['heading'])}</summary>${textOf(card['content'])}</details>`,
    paywall: () => '<!--members-only-->',
  } satisfies Record<string, Render>),
)

/** Fields without visible text. */
const SETTINGS = /^(type|version|visibility|width|height|alignment|backgroundColor|textColor|layout|size|style)$/

/** An unknown card is left out, and `note` gets its text. */
function render(item: Item, note: AddDetail): string {
  const { type, children } = item
  const inside = Array.isArray(children) ? (children as Item[]).map((child) => render(child, note)).join('') : ''
  const known = RENDERERS.get(textOf(type))
  if (known) return known(item, inside)
  if (children !== undefined) return inside
  const words = Object.entries(item).flatMap(([name, value]) => (SETTINGS.test(name) || textOf(value) === '' ? [] : [textOf(value)]))
  note(`the card ‘${textOf(type)}’ was left out: ${words.join(', ')}`)
  return ''
}

/** Converts a text of Ghost's newer editor, Lexical, to HTML. */
export const lexicalToHtml = (document: unknown, note: AddDetail): string => render((document as { root: Item }).root, note)

const list = z.array(z.unknown()).catch([])
const mobiledoc = z.object({ markups: list.default([]), atoms: list.default([]), cards: list.default([]), sections: list.default([]) })
type Mobiledoc = z.output<typeof mobiledoc>

/** Types of sections in the Mobiledoc format. */
const [PICTURE, LIST, CARD] = [2, 3, 10]

/** Converts a text of Ghost's older editor, Mobiledoc, to HTML. */
export function mobiledocToHtml(document: unknown, note: AddDetail): string {
  const doc = mobiledoc.parse(document)
  const sections = doc.sections.map((section) => {
    const [kind, first, second] = list.parse(section)
    if (kind === PICTURE) return `<img src="${escaped(first)}" alt="">`
    const items = () => list.parse(second).map((item) => element('li', markersToHtml(item, doc)))
    if (kind === LIST) return element(first, items().join(''))
    if (kind === CARD) {
      const [type, payload] = list.parse(doc.cards[Number(first)])
      return render({ ...(payload as object | undefined), type }, note)
    }
    const words = markersToHtml(second, doc)
    if (first === 'aside') return aside({}, words)
    return first === 'blockquote' ? quote({}, words) : element(first, words)
  })
  return sections.join('')
}

/** Each marker opens some markups, adds text, and closes some. */
function markersToHtml(markers: unknown, { markups, atoms }: Mobiledoc): string {
  const open: string[] = []
  const parts = list.parse(markers).map((marker) => {
    const [kind, opening, closing, value] = list.parse(marker)
    const opened = list.parse(opening).map((index) => {
      const [tag, attributes] = list.parse(markups[Number(index)])
      const given = list.parse(attributes)
      open.push(textOf(tag))
      return `<${textOf(tag)}${given.includes('href') ? ` href="${escaped(given[given.indexOf('href') + 1])}"` : ''}>`
    })
    const closed = Array.from({ length: Math.min(Number(closing) || 0, open.length) }, () => `</${open.pop()}>`)
    const [name, words] = kind === 1 ? list.parse(atoms[Number(value)]) : ['', value]
    return opened.join('') + (name === 'soft-return' ? '<br>' : escaped(words)) + closed.join('')
  })
  return parts.join('')
}
