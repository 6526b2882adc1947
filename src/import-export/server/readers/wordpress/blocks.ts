import { visibleText } from '#posts/contract/body-text.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import type { Footnote } from './wordpress-item.ts'

/** A block of WordPress' editor: HTML between two comments, or a single comment. */
interface Block {
  /** Without the prefix `core/`. */
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** Contents, with inner blocks rendered; null for a single comment. */
  readonly html: string | null
}

export interface BlockParts {
  readonly footnotes: readonly Footnote[]
  readonly note: (detail: string) => void
  /** Renders the reusable block with this id; undefined if the export does not have it. */
  readonly reusable: (id: string) => string | undefined
}

/** Deeper blocks are not rendered; their HTML stays. */
const DEPTH_MAX = 40
const COMMENT_MAX_LENGTH = 200_000
const BLOCK = /^(\/?)wp:(?:core\/)?([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s+(\{[\s\S]*\}))?\s*(\/?)$/

/** Renders each block, the innermost first. Removes other comments; closes blocks without an end. */
export function renderBlocks(content: string, parts: BlockParts): string {
  const text = { name: '', attributes: {}, html: '' }
  /** Open blocks, the outermost first. */
  const open: (Block & { html: string })[] = []
  const add = (html: string) => void ((open.at(-1) ?? text).html += html)
  const closeFrom = (index: number) => {
    while (index >= 0 && open.length > index) add(renderBlock(open.pop() ?? text, parts))
  }
  let from = 0
  for (let at = content.indexOf('<!--'); at !== -1; at = content.indexOf('<!--', from)) {
    const end = content.indexOf('-->', at)
    if (end === -1) break
    add(content.slice(from, at))
    from = end + 3
    const comment = content.slice(at + 4, Math.min(end, at + COMMENT_MAX_LENGTH)).trim()
    const [, isEnd, name, json, isAlone] = BLOCK.exec(comment) ?? []
    // Kindred shows posts on one page, so a page break becomes a line.
    if (name === undefined) add(comment === 'nextpage' ? '\n\n<hr>\n\n' : '')
    else if (isEnd) closeFrom(open.findLastIndex((block) => block.name === name))
    else if (isAlone) add(renderBlock({ name, attributes: attributesOf(json), html: null }, parts))
    else if (open.length < DEPTH_MAX) open.push({ name, attributes: attributesOf(json), html: '' })
  }
  add(content.slice(from))
  closeFrom(0)
  return text.html
}

function attributesOf(json = '{}'): Record<string, unknown> {
  try {
    return { ...(JSON.parse(json) as object) }
  } catch {
    return {}
  }
}

type Render = (block: Block, parts: BlockParts) => string

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const anchor = (href: string, label: string) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`

/** Attributes with visible text. */
const TEXT_ATTRIBUTES = 'label placeholder buttonText content title text customText description moreText prefix suffix summary'.split(' ')

function shownWords({ attributes, html }: Block): string {
  const words = TEXT_ATTRIBUTES.map((name) => attributes[name]).filter((value) => typeof value === 'string')
  return [...words, visibleText(html ?? '')].filter((text) => text !== '').join(', ')
}

/** Leaves out a form, or a block that WordPress fills in on request or that is not part of the post. Reports its text. */
const leftOut: Render = (block, { note }) => {
  const words = shownWords(block)
  note(`the block ‘${block.name}’ was left out${words === '' ? '' : `: ${words}`}`)
  return ''
}

const reusable: Render = (block, parts) => {
  const own = JSON.stringify(block.attributes['content'] ?? {})
  if (own !== '{}') parts.note(`words of its own in the block ‘block’ were left out: ${own}`)
  return parts.reusable(textOf(block.attributes['ref'])) ?? leftOut(block, parts)
}

const NAMES: Readonly<Record<string, string>> = { mail: 'Email', feed: 'RSS', x: 'X', chain: 'Link' }

const socialLink: Render = ({ attributes }) => {
  const [url, service] = [textOf(attributes['url']), textOf(attributes['service'])]
  const name = NAMES[service] ?? `${service.charAt(0).toUpperCase()}${service.slice(1)}`
  const href = service === 'mail' && !/^mailto:|^https?:/.test(url) ? `mailto:${url}` : url
  return url === '' ? '' : `<li>${anchor(href, textOf(attributes['label']) || name || url)}</li>`
}

const feed: Render = (block, parts) => {
  const url = textOf(block.attributes['feedURL'])
  return url === '' ? leftOut(block, parts) : `<p>${anchor(url, url)}</p>`
}

const navigationLink: Render = ({ attributes, html }) => {
  const url = textOf(attributes['url'])
  const label = visibleText(textOf(attributes['label'])) || url
  return `<li>${url === '' ? escapeHtml(label) : anchor(url, label)}${html?.trim() ? `<ul>${html}</ul>` : ''}</li>`
}

export const footnoteList = (notes: readonly Footnote[]): string =>
  notes.length === 0
    ? ''
    : `<ol>${notes.map(({ id, content }) => `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(id)}-link">↩</a></li>`).join('')}</ol>`

/** Reports the label of a "read more" link if it is custom. */
const more: Render = (block, { note }) => {
  const label = textOf(block.attributes['customText'])
  if (label !== '') note(`the words of a link to the whole post: ${label}`)
  return ''
}

/** Visible text of a form field. */
const field: Render = (block) => {
  const { options } = block.attributes
  return ` ${shownWords(block)}${Array.isArray(options) ? ` ${options.map(textOf).join(', ')}` : ''} `
}

const RENDERERS = new Map<string, Render>(
  Object.entries({
    block: reusable,
    footnotes: (_, { footnotes }) => footnoteList(footnotes),
    more,
    'social-link': socialLink,
    rss: feed,
    navigation: (block, parts) => (block.html?.includes('<a ') ? `<ul>${block.html}</ul>` : leftOut(block, parts)),
    'navigation-link': navigationLink,
    'navigation-submenu': navigationLink,
    'jetpack/contact-form': leftOut,
    form: leftOut,
  } satisfies Record<string, Render>),
)

/** Blocks of templates, which show other parts of the blog. Their inner content stays. */
const TEMPLATE =
  /^(?:post|comments?|query|site|template|archives|term|page-list|latest|tag-cloud|calendar|categories|avatar|loginout|search|pattern)(?:-|$)/
const FIELD = /^jetpack\/(?:field-|button$|input$|label$|options?$)|^form-/

function renderBlock(block: Block, parts: BlockParts): string {
  const { name, html } = block
  const render = RENDERERS.get(name) ?? (FIELD.test(name) ? field : html === null ? leftOut : undefined)
  if (render) return render(block, parts)
  if (TEMPLATE.test(name))
    parts.note(`the block ‘${name}’ shows other things than this post, and only what it holds of its own was taken over`)
  return html ?? ''
}
