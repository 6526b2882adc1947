import { excerpt } from './page-head.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
/** Characters of HTML. Enough for most previews; a body that opens with pictures needs more. */
const READ_FIRST = 400
const READ_AT_MOST = 1500

/** Text at the beginning of a body, cut for a preview. */
export const bodyExcerpt = (html: string): string => {
  const opening = excerpt(visibleText(html, READ_FIRST))
  return opening.endsWith('…') || html.length <= READ_FIRST ? opening : excerpt(visibleText(html, READ_AT_MOST))
}

/** Text at the beginning of a sanitised body. @param length characters to read, including tags */
export const visibleText = (html: string, length: number): string =>
  html
    .slice(0, length)
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()
