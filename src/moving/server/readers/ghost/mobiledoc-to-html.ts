import { z } from 'zod'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { type AddDetail, cardToHtml, textOf } from './card-to-html.ts'

const list = z.array(z.unknown()).catch([])
const mobiledoc = z.object({ markups: list.default([]), atoms: list.default([]), cards: list.default([]), sections: list.default([]) })
type Mobiledoc = z.output<typeof mobiledoc>

/** Types of sections in the Mobiledoc format. */
const [WORDS, PICTURE, LIST, CARD] = [1, 2, 3, 10]
const TAGS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol'])
const MARKUPS = new Set(['a', 'b', 'strong', 'i', 'em', 's', 'u', 'sub', 'sup', 'code', 'mark', 'del'])

/** Converts a text of Ghost's older editor, Mobiledoc, to HTML; its cards by `cardToHtml`. */
export function mobiledocToHtml(document: unknown, note: AddDetail): string {
  const doc = mobiledoc.parse(document)
  return doc.sections.map((section) => sectionToHtml(list.parse(section), doc, note)).join('')
}

function sectionToHtml([kind, first, second]: readonly unknown[], doc: Mobiledoc, note: AddDetail): string {
  const tag = TAGS.has(String(first).toLowerCase()) ? String(first).toLowerCase() : 'p'
  if (kind === WORDS) {
    const words = markersToHtml(second, doc)
    if (first === 'aside') return `<blockquote class="kg-blockquote-alt"><p>${words}</p></blockquote>`
    return tag === 'blockquote' ? `<blockquote><p>${words}</p></blockquote>` : `<${tag}>${words}</${tag}>`
  }
  if (kind === PICTURE) return `<img src="${escapeHtml(String(first))}" alt="">`
  if (kind === LIST)
    return `<${tag}>${list
      .parse(second)
      .map((item) => `<li>${markersToHtml(item, doc)}</li>`)
      .join('')}</${tag}>`
  if (kind !== CARD) return ''
  const [type, payload] = list.parse(doc.cards[Number(first)])
  return cardToHtml({ ...(payload as object | undefined), type: String(type) }, note)
}

/** Each marker opens some markups, adds text, and closes some. */
function markersToHtml(markers: unknown, { markups, atoms }: Mobiledoc): string {
  const open: string[] = []
  const parts = list.parse(markers).map((marker) => {
    const [kind, opening, closing, value] = list.parse(marker)
    const opened = list.parse(opening).map((index) => {
      const [tag, attributes] = list.parse(markups[Number(index)])
      const name = MARKUPS.has(String(tag).toLowerCase()) ? String(tag).toLowerCase() : 'span'
      open.push(name)
      const given = list.parse(attributes)
      const href = given[given.indexOf('href') + 1]
      return name === 'a' && given.includes('href') ? `<a href="${escapeHtml(String(href))}">` : `<${name}>`
    })
    const closed = Array.from({ length: Math.min(Number(closing) || 0, open.length) }, () => `</${open.pop()}>`)
    return `${opened.join('')}${kind === 1 ? atomToHtml(atoms[Number(value)]) : escapeHtml(textOf(value))}${closed.join('')}`
  })
  return (
    parts.join('') +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

function atomToHtml(atom: unknown): string {
  const [name, text] = list.parse(atom)
  return name === 'soft-return' ? '<br>' : escapeHtml(textOf(text))
}
