import { openingTag } from '#platform/contract/read-html.ts'
import { figure } from './markup/tree-tools.ts'

export interface FoundCover {
  readonly url: string | null
  readonly alt: string
  /** HTML. */
  readonly caption: string
  readonly isOfPage: boolean
}

/**
 * Puts a cover above its text where the blog would lose something: its words, which covers have none of, or the cover of a
 * page, which has none.
 */
export function withCover(html: string, { url, alt, caption, isOfPage }: FoundCover): string {
  const isWithoutWords = alt.trim() === '' && caption.trim() === ''
  // In any size.
  const isShown = url !== null && html.includes(url.replace(/\.\w{1,5}$/, ''))
  if (url === null || isShown || (isWithoutWords && !isOfPage)) return html
  return figure(openingTag('img', { src: url, alt }), caption.trim()) + html
}
