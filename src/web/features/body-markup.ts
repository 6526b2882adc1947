/** Its words where they are plain; markup in a caption is left to the caption itself. */
const CAPTION = /^<caption>([^<>"]{1,80})<\/caption>/

/** What may stand directly in the parts of a table. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['th', 'td'],
}
const OF_TABLES = new Set(['table', ...Object.values(TABLE_PARTS).flat()])
const TAG_OR_TEXT = /<(\/?)([a-z0-9]+)[^>]*>|[^<]+/g

/**
 * Whether a browser will leave each table as it is written. From one with other things between its cells it moves them
 * out, and a region around it would then end in the middle of the page.
 */
const hasSoundTables = (html: string): boolean => {
  const open: string[] = []
  for (const [text, end, tag] of html.matchAll(TAG_OR_TEXT)) {
    const allowed = TABLE_PARTS[open.at(-1) ?? '']
    if (end === '/') {
      if (OF_TABLES.has(tag ?? '') && open.pop() !== tag) return false
    } else if (!mayStand(tag ?? text, allowed)) return false
    else if (tag !== undefined && OF_TABLES.has(tag)) open.push(tag)
  }
  return open.length === 0
}

/** Between the parts of a table only blanks and its next parts; elsewhere anything but loose parts. */
const mayStand = (tagOrText: string, allowed: readonly string[] | undefined): boolean =>
  allowed ? allowed.includes(tagOrText) || tagOrText.trim() === '' : tagOrText === 'table' || !OF_TABLES.has(tagOrText)

/**
 * A sanitised body as the page shows it. What may be wider than the page scrolls in itself, so it must be
 * in the tab order and have a name. The same text gives the same markup on the server and in the browser.
 */
export const toBodyMarkup = (html: string, { dropCap }: { readonly dropCap: boolean } = { dropCap: true }): string => {
  const markup = hasSoundTables(html) ? inRegions(html) : html
  // Sanitised tables and code blocks carry no attributes.
  return withPlayers(dropCap ? withDropCap(markup) : markup).replaceAll('<pre>', '<pre role="group" tabindex="0" aria-label="Code">')
}

/** How long sound and film are is loaded with the page, and nothing of them; on a phone a film plays where it stands. */
const withPlayers = (html: string): string =>
  html
    .replaceAll(/<(?:audio|video)(?![^>]* preload=)(?= )/g, '$& preload="metadata"')
    .replaceAll(/<video(?![^>]* playsinline)(?= )/g, '$& playsinline')

/** Whether a body holds what few do, whose style is not in the head of its page (prose-further.css). */
export const needsFurtherStyle = (html: string): boolean => /<(?:(?:audio|video|details|dl|kbd|abbr)\b|(?:blockquote|ol) class=)/.test(html)

/** A large first letter needs a few lines beside it; with a quote or an apostrophe at its side it would look odd. */
const DROP_CAP_START = /^<p>(?:<(?:strong|em|b|i|u|s)>)*\p{Lu}[\p{L} ](?=(?:(?!<\/p>)[^]){150})/u

const withDropCap = (html: string): string => (DROP_CAP_START.test(html) ? html.replace('<p>', '<p class="drop-cap">') : html)

const inRegions = (html: string): string => {
  let tables = 0
  return html
    .replaceAll('<table>', (tag, at: number) => {
      tables += 1
      const name = CAPTION.exec(html.slice(at + tag.length, at + tag.length + 120))?.[1] ?? `Table ${tables}`
      return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">${tag}`
    })
    .replaceAll('</table>', '</table></div>')
}
