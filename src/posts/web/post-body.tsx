import { useMemo } from 'react'
import { mediaFactsOf } from '#media/contract/file-address.ts'
import { escapeHtml, HtmlChanges, type HtmlToken, type OpeningTag } from '#platform/contract/read-html.ts'
import { withWholeTables } from './whole-tables.ts'
import { addFiles, addPictures } from '#media/web/index.ts'

/**
 * Returns a sanitised body as the page shows it. Content wider than the page scrolls by itself, so it must be in the tab
 * order and have a name.
 */
export const toBodyMarkup = (html: string, { dropCap }: { readonly dropCap: boolean } = { dropCap: true }): string => {
  const changes = new HtmlChanges(withWholeTables(html))
  addPictures(changes)
  addFiles(changes)
  wrapTables(changes)
  addAttributes(changes)
  if (dropCap && hasDropCap(changes.tokens)) changes.replace(0, '<p class="drop-cap">')
  return changes.toString()
}

const PLAYERS: Readonly<Record<string, string>> = { audio: 'Sound', video: 'Film' }

/** Names players that the writer has not described, so that their buttons differ: 'Film', or 'Film 2' of several. */
const namePlayers = (tokens: readonly HtmlToken[]): ((token: OpeningTag) => string) => {
  const players = tokens.filter((token): token is OpeningTag => token.kind === 'open' && Object.hasOwn(PLAYERS, token.name))
  return (token) => {
    if ((token.attributes['aria-label'] ?? '') !== '') return ''
    const alike = players.filter(({ name }) => name === token.name)
    return ` aria-label="${PLAYERS[token.name]}${alike.length > 1 ? ` ${alike.indexOf(token) + 1}` : ''}"`
  }
}

/** Loads only the duration of audio and video with the page; phones play video inline. */
const addAttributes = (changes: HtmlChanges): void => {
  const nameOf = namePlayers(changes.tokens)
  for (const [index, token] of changes.tokens.entries()) {
    if (token.kind !== 'open') continue
    const { name, attributes } = token
    // Sanitised code blocks carry no attributes.
    if (name === 'pre') changes.replace(index, '<pre role="group" tabindex="0" aria-label="Code">')
    if (name !== 'audio' && name !== 'video') continue
    const inline = name === 'video' && !('playsinline' in attributes) ? ' playsinline' : ''
    const preload = 'preload' in attributes ? '' : ' preload="metadata"'
    const size = name === 'video' && !('width' in attributes) ? sizeOf(attributes['src'] ?? '') : ''
    changes.replace(index, `<${name}${inline}${preload}${size}${nameOf(token)}${changes.source(index).slice(1 + name.length)}`)
  }
}

/** The address of a video has its size, so that nothing shifts when it loads. */
const sizeOf = (address: string): string => {
  const facts = mediaFactsOf(address)
  return facts?.width && facts.height ? ` width="${facts.width}" height="${facts.height}"` : ''
}

const FORMATTING: ReadonlySet<string> = new Set(['strong', 'em', 'b', 'i', 'u', 's'])
/** Next to a quotation mark or apostrophe a drop cap would look odd. */
const DROP_CAP_START = /^\p{Lu}[\p{L} ]/u
/** A drop cap needs a few lines of text beside it. */
const DROP_CAP_TEXT_MIN = 150

const hasDropCap = ([first, ...rest]: readonly HtmlToken[]): boolean => {
  if (first?.kind !== 'open' || first.name !== 'p' || Object.keys(first.attributes).length > 0) return false
  let text = ''
  for (const token of rest) {
    if (token.kind === 'text') text += token.text
    else if (token.kind === 'close' && token.name === 'p') break
    else if (text === '' && !FORMATTING.has(token.name)) return false
    if (text.length >= DROP_CAP_TEXT_MIN) return DROP_CAP_START.test(text)
  }
  return false
}

const wrapTables = (changes: HtmlChanges): void => {
  let tables = 0
  for (const [index, token] of changes.tokens.entries()) {
    if (token.kind === 'text' || token.name !== 'table') continue
    if (token.kind === 'close') {
      changes.after(index, '</div>')
      continue
    }
    tables += 1
    const name = captionAt(changes.tokens, index + 1) ?? `Table ${tables}`
    changes.before(index, `<div class="table-scroll" role="region" tabindex="0" aria-label="${escapeHtml(name)}">`)
  }
}

const CAPTION_MAX_LENGTH = 80

/** A short caption of plain text also names the region of its table. */
const captionAt = (tokens: readonly HtmlToken[], index: number): string | null => {
  const [open, text, close] = tokens.slice(index, index + 3)
  if (open?.kind !== 'open' || open.name !== 'caption' || text?.kind !== 'text' || close?.kind !== 'close') return null
  return close.name === 'caption' && text.text.length <= CAPTION_MAX_LENGTH ? text.text : null
}

interface PostBodyProps {
  readonly html: string
  readonly className?: string
  /** `lead`: a short text beside other content, in the font of the interface. `page`: no drop cap. */
  readonly kind?: 'post' | 'page' | 'lead'
  /** Language of the text, if it is not that of the page. */
  readonly lang?: string | undefined
}

/**
 * The text of a post or of a page, as inner HTML: the server sanitised it when it was stored, or it is
 * one of our starter texts.
 */
export const PostBody = ({ html, kind = 'post', lang, className = 'mx-auto my-10' }: PostBodyProps) => {
  const markup = useMemo(() => toBodyMarkup(html, { dropCap: kind === 'post' }), [html, kind])
  return (
    <div
      dir="auto"
      lang={lang}
      className={`prose post-body ${kind === 'lead' ? `prose-lead ${className}` : className}`}
      // oxlint-disable-next-line react/no-danger -- see above
      dangerouslySetInnerHTML={{ __html: markup }}
    />
  )
}
