import { excerpt } from '#web/page/page-head.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&nbsp;': ' ' }
/** Enough of nearly any body for a preview; one that opens with pictures says little for long. */
const READ_FIRST = 400
const READ_AT_MOST = 1500

/** The words that a body begins with, as many as a preview shows. */
export const openingOf = (html: string): string => {
  const opening = excerpt(visibleText(html, READ_FIRST))
  return opening.endsWith('…') || html.length <= READ_FIRST ? opening : excerpt(visibleText(html, READ_AT_MOST))
}

/** The words of the beginning of a sanitised body. @param length how much of it is read, with its tags */
export const visibleText = (html: string, length: number): string =>
  html
    .slice(0, length)
    .replaceAll(/<[^>]*(>|$)/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,;:!?])/g, '')
    .trim()
