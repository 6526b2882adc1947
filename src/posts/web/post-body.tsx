import { useMemo } from 'react'
import { withPictures } from '#media/web/index.ts'

/** A caption of plain text also names the region of its table. */
const CAPTION = /^<caption>([^<>"]{1,80})<\/caption>/

/** Tags allowed as children of each table element. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['th', 'td'],
}
const TABLE_TAGS = new Set(['table', ...Object.values(TABLE_PARTS).flat()])
const TAG_OR_TEXT = /<(\/?)([a-z0-9]+)(?![a-z0-9])[^<>]*>|[^<]+/g

/**
 * Whether all tables are well formed. From any other table a browser moves content out, and a region around it would end
 * in the wrong place.
 */
const hasWellFormedTables = (html: string): boolean => {
  const open: string[] = []
  for (const [text, end, tag] of html.matchAll(TAG_OR_TEXT)) {
    const allowed = TABLE_PARTS[open.at(-1) ?? '']
    if (end === '/') {
      if (TABLE_TAGS.has(tag ?? '') && open.pop() !== tag) return false
    } else if (!isAllowed(tag ?? text, allowed)) return false
    else if (tag !== undefined && TABLE_TAGS.has(tag)) open.push(tag)
  }
  return open.length === 0
}

/** Inside a table element only its allowed children and white space; elsewhere anything but table parts. */
const isAllowed = (tagOrText: string, allowed: readonly string[] | undefined): boolean =>
  allowed ? allowed.includes(tagOrText) || tagOrText.trim() === '' : tagOrText === 'table' || !TABLE_TAGS.has(tagOrText)

/**
 * Returns a sanitised body as the page shows it. Content wider than the page scrolls by itself, so it must be in the tab
 * order and have a name. The result is the same on the server and in the browser.
 */
export const toBodyMarkup = (html: string, { dropCap }: { readonly dropCap: boolean } = { dropCap: true }): string => {
  const markup = hasWellFormedTables(html) ? wrapTables(html) : html
  // Sanitised tables and code blocks carry no attributes.
  return withPlayers(dropCap ? withDropCap(markup) : markup).replaceAll('<pre>', '<pre role="group" tabindex="0" aria-label="Code">')
}

/** Loads only the duration of audio and video with the page; phones play video inline. */
const withPlayers = (html: string): string =>
  html
    .replaceAll(/<(?:audio|video)(?![^<>]* preload=)(?= )/g, '$& preload="metadata"')
    .replaceAll(/<video(?![^<>]* playsinline)(?= )/g, '$& playsinline')

/** Whether a body contains elements styled by prose-further.css, which is not in the head of its page. */
export const needsFurtherStyle = (html: string): boolean => /<(?:(?:audio|video|details|dl|kbd|abbr)\b|(?:blockquote|ol) class=)/.test(html)

/** A drop cap needs a few lines of text beside it; next to a quotation mark or apostrophe it would look odd. */
const DROP_CAP_START = /^<p>(?:<(?:strong|em|b|i|u|s)>)*\p{Lu}[\p{L} ](?=(?:(?!<\/p>)[^]){150})/u

const withDropCap = (html: string): string => (DROP_CAP_START.test(html) ? html.replace('<p>', '<p class="drop-cap">') : html)

const wrapTables = (html: string): string => {
  let tables = 0
  return html
    .replaceAll('<table>', (tag, at: number) => {
      tables += 1
      const name = CAPTION.exec(html.slice(at + tag.length, at + tag.length + 120))?.[1] ?? `Table ${tables}`
      return `<div class="table-scroll" role="region" tabindex="0" aria-label="${name}">${tag}`
    })
    .replaceAll('</table>', '</table></div>')
}

interface PostBodyProps {
  readonly html: string
  readonly className?: string
  /** `lead`: a short text beside other content, in the font of the interface. `page`: no drop cap. */
  readonly kind?: 'post' | 'page' | 'lead'
}

/**
 * The text of a post or of a page. Sets inner HTML: the server sanitised it when it was stored (docs/product.md, 12), or
 * it is one of our starter texts.
 */
export const PostBody = ({ html, className = 'mx-auto my-10', kind = 'post' }: PostBodyProps) => {
  const markup = useMemo(() => ({ __html: toBodyMarkup(withPictures(html), { dropCap: kind === 'post' }) }), [html, kind])
  const classes = `prose post-body ${kind === 'lead' ? 'prose-lead ' : ''}${className}`
  // oxlint-disable-next-line react/no-danger -- see above
  return <div dir="auto" className={classes} dangerouslySetInnerHTML={markup} />
}
