import { escapeHtml } from '#platform/contract/read-html.ts'
import { markdownToHtml } from '#moving/server/formats/markdown-to-html.ts'

export type AddDetail = (detail: string) => void

/** A card as Ghost's editors store it: a type, and fields that depend on it. */
export interface Card {
  readonly type?: unknown
  readonly [field: string]: unknown
}

type Render = (card: Card, note: AddDetail) => string

export const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const figure = (inner: string, caption: unknown) =>
  `<figure>${inner}${textOf(caption) === '' ? '' : `<figcaption>${textOf(caption)}</figcaption>`}</figure>`
const picture = (card: Card) =>
  `<img src="${escapeHtml(textOf(card['src'] ?? card['fileName']))}" alt="${escapeHtml(textOf(card['alt']))}">`
const link = (href: string, words: string) => `<p><a href="${escapeHtml(href)}">${escapeHtml(words || href)}</a></p>`

const below = (card: Card) => (textOf(card['caption']) === '' ? '' : `<p>${textOf(card['caption'])}</p>`)

const bookmark: Render = (card) => {
  const about = (card['metadata'] ?? card) as Card
  const url = textOf(card['url'])
  const words = textOf(about['description'])
  return `${link(url, textOf(about['title']))}${words === '' ? '' : `<p>${escapeHtml(words)}</p>`}${below(card)}`
}

const media =
  (tag: 'audio' | 'video'): Render =>
  (card) =>
    figure(`<${tag} controls src="${escapeHtml(textOf(card['src']))}"></${tag}>`, card['caption'] ?? card['title'])

const gallery: Render = (card) => {
  const images = Array.isArray(card['images']) ? (card['images'] as Card[]) : []
  return images.map((image) => figure(picture(image), '')).join('') + below(card)
}

const code: Render = (card) => `<pre><code>${escapeHtml(textOf(card['code']))}</code></pre>${below(card)}`

const CARDS: Readonly<Record<string, Render>> = {
  image: (card) => figure(picture(card), card['caption']),
  gallery,
  markdown: (card) => markdownToHtml(textOf(card['markdown'])),
  'card-markdown': (card) => markdownToHtml(textOf(card['markdown'])),
  html: (card) => textOf(card['html']),
  code,
  codeblock: code,
  hr: () => '<hr>',
  horizontalrule: () => '<hr>',
  bookmark,
  embed: (card) => textOf(card['html']) || link(textOf(card['url']), textOf(card['url'])),
  audio: media('audio'),
  video: media('video'),
  file: (card) => link(textOf(card['src']), textOf(card['fileTitle'] ?? card['fileName'])),
  button: (card) => link(textOf(card['buttonUrl']), textOf(card['buttonText'])),
  callout: (card) =>
    `<blockquote class="callout"><p>${escapeHtml(textOf(card['calloutEmoji']))} ${textOf(card['calloutText'])}</p></blockquote>`,
  toggle: (card) => `<details><summary>${textOf(card['heading'])}</summary>${textOf(card['content'])}</details>`,
  paywall: () => '<!--members-only-->',
}

/** Fields without visible text. */
const SETTINGS = new Set([
  'type',
  'version',
  'visibility',
  'width',
  'height',
  'alignment',
  'backgroundColor',
  'textColor',
  'layout',
  'size',
  'style',
])

/** Converts a card of text, pictures, media or links. Other cards are left out, and `note` gets their text. */
export function cardToHtml(card: Card, note: AddDetail): string {
  const type = textOf(card.type)
  const render = Object.hasOwn(CARDS, type) ? CARDS[type] : undefined
  if (render) return render(card, note)
  const words = Object.entries(card).flatMap(([name, value]) => (SETTINGS.has(name) || textOf(value) === '' ? [] : [textOf(value)]))
  note(`the card ‘${type}’ was left out: ${words.join(', ')}`)
  return ''
}
