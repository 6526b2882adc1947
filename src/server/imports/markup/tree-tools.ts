import { DomUtils } from 'htmlparser2'
import {
  dissolve,
  escapeHtml,
  findTags,
  isTag,
  type Node,
  parseHtml,
  replace,
  type Tag,
  textOf,
  toHtml,
  type Tree,
} from '#server/platform/html.ts'
import type { NoteKind } from '#contract/import-report.ts'

export type AddNote = (kind: NoteKind, detail: string) => void
/** Converts one element of other software, whose own contents are converted already. */
export type Convert = (tag: Tag, note: AddNote) => void

const WORDS_MAX_LENGTH = 1500

/** The words of an element on one line, for the report. */
export const wordsOf = (node: Node | Tree): string => {
  const separated = parseHtml(toHtml('children' in node ? node.children : [node]).replaceAll('<', ' <'))
  return textOf(separated).replace(/\s+/gu, ' ').trim().slice(0, WORDS_MAX_LENGTH)
}

export const classesOf = (tag: Tag): string[] => (tag.attribs['class'] ?? '').split(/\s+/).filter((name) => name !== '')

/** The first tag within that has this class. */
export const withClass = (tag: Tag, name: string): Tag | undefined =>
  (DomUtils.findOne((inner) => classesOf(inner).includes(name), tag.children) as Tag | null) ?? undefined

export const firstTag = (tag: Tag, ...names: string[]): Tag | undefined => findTags(tag, ...names)[0]

/** HTML of what is in a tag, without blanks at its ends. */
export const inner = (tag: Tag | undefined): string => (tag ? toHtml(tag.children).trim() : '')
export const outer = (tag: Tag | undefined): string => (tag ? toHtml([tag]) : '')
export const paragraph = (html: string): string => (html.trim() === '' ? '' : `<p>${html.trim()}</p>`)
export const linkTo = (href: string, text: string): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

/** What the paragraphs of a caption say, in one line each. */
export function linesOfCaption(tag: Tag | undefined): string {
  if (!tag) return ''
  const blocks = tag.children.filter((node) => isTag(node) && ['p', 'div'].includes(node.name)) as Tag[]
  return blocks.length === 0 ? inner(tag) : blocks.map(inner).filter(Boolean).join('<br>')
}

export const captionOf = (figure: Tag): string =>
  linesOfCaption(figure.children.find((node) => isTag(node) && node.name === 'figcaption') as Tag | undefined)

/** A picture, film or sound with its caption. */
export const figure = (media: string, caption: string): string =>
  `<figure>${media}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>`

/** Gives a tag another name, without its attributes. */
export function rename(tag: Tag, name: string, attribs: Record<string, string> = {}): void {
  tag.name = name
  tag.attribs = attribs
}

export const parentName = ({ parent }: Tag): string => (parent !== null && 'name' in parent ? parent.name : '')

/** Whether it is within an element of one of these names. */
export function hasParent({ parent }: Tag, names: readonly string[]): boolean {
  for (let outside = parent; outside !== null; outside = outside.parent) if ('name' in outside && names.includes(outside.name)) return true
  return false
}

/** What a field of a form asks for. */
export const labelOf = ({ attribs }: Tag): string =>
  attribs['type'] === 'hidden' ? '' : [attribs['placeholder'], attribs['value']].map((words) => (words ? ` ${words} ` : '')).join('')

/** Whether nothing else than this tag is in its parent. */
export const standsAlone = (tag: Tag): boolean =>
  tag.parent !== null &&
  tag.parent.children.every((node) => node === tag || (textOf(node).trim() === '' && (!isTag(node) || node.name === 'span')))

/** Paragraph that says more about what stands above it, such as the caption of several pictures. */
export const below = (caption: string): string => (caption === '' ? '' : `<p>${caption}</p>`)

export { dissolve, replace }
