import { visibleText } from '#posts/contract/body-text.ts'
import { escapeHtml } from '#platform/contract/read-html.ts'
import { type Block, shownWords } from './replace-blocks.ts'
import type { Footnote, WordpressSurroundings } from './surroundings.ts'

export interface BlockParts {
  readonly around: WordpressSurroundings
  readonly note: (detail: string) => void
  /** Renders the reusable block with this id; undefined if the export does not have it. */
  readonly reusable: (id: string) => string | undefined
}

type Render = (block: Block, parts: BlockParts) => string

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const anchor = (href: string, label: string) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`

const contents: Render = ({ html }) => html ?? ''
const nothing: Render = () => ''

/** Leaves out a block that WordPress fills in on request, or that is not part of the post. Reports its text. */
const leftOut: Render = (block, { note }) => {
  const words = shownWords(block)
  note(`the block ‘${block.name}’ was left out${words === '' ? '' : `: ${words}`}`)
  return ''
}

const reusable: Render = (block, { reusable: find, note }) => {
  const html = find(textOf(block.attributes['ref']))
  const own = JSON.stringify(block.attributes['content'] ?? {})
  if (own !== '{}') note(`words of its own in the block ‘block’ were left out: ${own}`)
  return html ?? leftOut(block, { note, reusable: find, around: NOTHING_AROUND })
}
const NOTHING_AROUND: WordpressSurroundings = {
  attachment: () => undefined,
  attachmentsOf: () => [],
  block: () => undefined,
  footnotes: [],
}

const NAMES: Readonly<Record<string, string>> = { mail: 'Email', feed: 'RSS', x: 'X', chain: 'Link' }
const serviceName = (service: string) => NAMES[service] ?? `${service.charAt(0).toUpperCase()}${service.slice(1)}`

const socialLink: Render = ({ attributes }) => {
  const [url, service] = [textOf(attributes['url']), textOf(attributes['service'])]
  const label = textOf(attributes['label']) || serviceName(service) || url
  const href = service === 'mail' && !/^mailto:|^https?:/.test(url) ? `mailto:${url}` : url
  return url === '' ? '' : `<li>${anchor(href, label)}</li>`
}

const feed: Render = (block, parts) => {
  const url = textOf(block.attributes['feedURL'])
  return url === '' ? leftOut(block, parts) : `<p>${anchor(url, url)}</p>`
}

const navigationLink: Render = (block) => {
  const { attributes, html } = block
  const url = textOf(attributes['url'])
  const label = visibleText(textOf(attributes['label'])) || url
  return `<li>${url === '' ? escapeHtml(label) : anchor(url, label)}${html?.trim() ? `<ul>${html}</ul>` : ''}</li>`
}

const footnotes: Render = (_, { around }) => footnoteList(around.footnotes)

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

const form: Render = ({ html, name }, { note }) => {
  const words = visibleText(html ?? '')
  note(`the block ‘${name}’ was left out${words === '' ? '' : `: ${words}`}`)
  return ''
}

/** Visible text of a form field. */
const field: Render = (block) => ` ${shownWords(block)}${optionsOf(block)} `
const optionsOf = ({ attributes: { options } }: Block) => (Array.isArray(options) ? ` ${options.map(textOf).join(', ')}` : '')

const RENDERERS: Readonly<Record<string, Render>> = {
  block: reusable,
  footnotes,
  more,
  nextpage: () => '<hr>',
  spacer: nothing,
  'social-link': socialLink,
  rss: feed,
  navigation: (block, parts) => (block.html?.includes('<a ') ? `<ul>${block.html}</ul>` : leftOut(block, parts)),
  'navigation-link': navigationLink,
  'navigation-submenu': navigationLink,
  'home-link': leftOut,
  'jetpack/contact-form': form,
  form,
}

/** Blocks of templates, which show other parts of the blog. Their inner content stays. */
const TEMPLATE =
  /^(?:post|comments?|query|site|template|archives|term|page-list|latest|tag-cloud|calendar|categories|avatar|loginout|search|pattern)(?:-|$)/

export function renderBlock(block: Block, parts: BlockParts): string {
  const { name, html } = block
  const render = RENDERERS[name]
  if (render) return render(block, parts)
  if (/^jetpack\/(?:field-|button$|input$|label$|options?$)|^form-/.test(name)) return field(block, parts)
  if (html === null) return leftOut(block, parts)
  if (TEMPLATE.test(name))
    parts.note(`the block ‘${name}’ shows other things than this post, and only what it holds of its own was taken over`)
  return contents(block, parts)
}
