import { DomUtils } from 'htmlparser2'
import { escapeHtml } from '#platform/contract/read-html.ts'
import {
  dissolve,
  findTags,
  isTag,
  type Node,
  parseHtml,
  remove,
  replace,
  type Tag,
  textOf,
  toHtml,
  type Tree,
} from '#platform/text/html.ts'
import type { NoteKind } from '#import-export/contract/import-report.ts'

export type AddNote = (kind: NoteKind, detail: string) => void
/** Converts one element, whose contents are converted already. */
export type Convert = (tag: Tag, note: AddNote) => void

const WORDS_MAX_LENGTH = 1500

/** Text of an element in one line, for the report. */
export const wordsOf = (node: Node | Tree): string => {
  const separated = parseHtml(toHtml('children' in node ? node.children : [node]).replaceAll('<', ' <'))
  // Rules of a style within a form or a drawing are no words.
  for (const tag of findTags(separated, 'style', 'script')) remove(tag)
  return textOf(separated).replace(/\s+/gu, ' ').trim().slice(0, WORDS_MAX_LENGTH)
}

export const classesOf = (tag: Tag): string[] => (tag.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '')

export const withClass = (tag: Tag, name: string): Tag | undefined =>
  (DomUtils.findOne((inner) => classesOf(inner).includes(name), tag.children) as Tag | null) ?? undefined

export const firstTag = (tag: Tag, ...names: string[]): Tag | undefined => findTags(tag, ...names)[0]

/** Inner HTML, trimmed. */
export const inner = (tag: Tag | undefined): string => (tag ? toHtml(tag.children).trim() : '')
export const outer = (tag: Tag | undefined): string => (tag ? toHtml([tag]) : '')
export const paragraph = (html: string): string => (html.trim() === '' ? '' : `<p>${html.trim()}</p>`)
export const linkTo = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

/** HTML of a caption, with its paragraphs as lines. */
export function linesOfCaption(tag: Tag | undefined): string {
  if (!tag) return ''
  const blocks = tag.children.filter((node) => isTag(node) && ['p', 'div'].includes(node.name)) as Tag[]
  return blocks.length === 0 ? inner(tag) : blocks.map(inner).filter(Boolean).join('<br>')
}

export const captionOf = (figure: Tag): string =>
  linesOfCaption(figure.children.find((node) => isTag(node) && node.name === 'figcaption') as Tag | undefined)

/** Removes the caption of a figure. @returns its HTML */
export function takeCaption(figure: Tag): string {
  const caption = captionOf(figure)
  for (const node of figure.children) if (isTag(node) && node.name === 'figcaption') remove(node)
  return caption
}

export const figure = (media: string, caption: string): string =>
  `<figure>${media}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`

/** Changes the name of a tag and replaces its attributes. */
export function rename(tag: Tag, name: string, attribs: Record<string, string> = {}): void {
  tag.name = name
  tag.attribs = attribs
}

export const parentName = ({ parent }: Tag): string => (parent !== null && 'name' in parent ? parent.name : '')

/** Whether a tag is within an element of one of these names. */
export function hasParent({ parent }: Tag, names: readonly string[]): boolean {
  for (let outside = parent; outside !== null; outside = outside.parent) if ('name' in outside && names.includes(outside.name)) return true
  return false
}

/** Visible text of a form field. */
export const labelOf = ({ attribs }: Tag): string =>
  attribs['type'] === 'hidden' ? '' : [attribs['placeholder'], attribs['value']].map((words) => (words ? ` ${words} ` : '')).join('')

/** Whether the tag's parent has no other content; blank text and empty spans do not count. */
export const isOnlyContent = (tag: Tag): boolean =>
  tag.parent !== null &&
  tag.parent.children.every((node) => node === tag || (textOf(node).trim() === '' && (!isTag(node) || node.name === 'span')))

/** Paragraph for a caption below several pictures or another element. */
export const below = (caption: string): string => (caption === '' ? '' : `<p>${caption}</p>`)

const BACKGROUND = /background(?:-image)?\s{0,9}:\s{0,9}url\(\s{0,9}(['"]?)([^'")]{1,2000})\1\s{0,9}\)/i

/** Address of the picture that a style puts behind an element. */
export const backgroundOf = ({ attribs }: Tag): string | undefined => BACKGROUND.exec((attribs['style'] ?? '').slice(0, 4000))?.[2]

export { dissolve, replace }
