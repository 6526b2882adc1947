/** Inline tags, which do not separate words. */
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|del|sub|sup|mark|small|a|code|abbr|cite|ins|kbd|q|samp|var)(?: [^>]*)?>/g

/** Returns the visible text of a sanitised body. Words of different paragraphs or cells are separated by a space. */
export function visibleText(html: string): string {
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether the body shows neither text nor media. */
export const isEmptyBody = (html: string): boolean => visibleText(html) === '' && !/<(?:img|audio|video) /.test(html)
