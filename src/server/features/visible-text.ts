/** Tags within a line: a word goes on across them, as it does for the reader. */
const INLINE_TAGS = /<\/?(?:strong|b|em|i|u|s|del|sub|sup|mark|small|a|code|abbr|cite|ins|kbd|q|samp|var)(?: [^>]*)?>/g

/** What a reader sees of a sanitised body, for the search: words never grow together across paragraphs or cells. */
export function visibleText(html: string): string {
  return html
    .replace(INLINE_TAGS, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** True when nothing would be seen. */
export const isEmptyBody = (html: string): boolean => visibleText(html) === '' && !/<(?:img|audio|video) /.test(html)
