import { visibleText } from '#posts/contract/body-text.ts'
/** A block of WordPress' editor: HTML between two comments, or a single comment. */
export interface Block {
  /** Without the prefix `core/`. */
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** Contents, with inner blocks rendered; null for a single comment. */
  readonly html: string | null
}

export type RenderBlock = (block: Block) => string

interface OpenBlock {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly parts: string[]
}

/** Deeper blocks are not rendered; their HTML stays. */
const DEPTH_MAX = 40
const COMMENT_MAX_LENGTH = 200_000
const BLOCK = /^(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s+(\{[\s\S]*\}))?\s*(\/?)$/

/** Renders each block, the innermost first. Removes other comments; closes blocks without an end. */
export function replaceBlocks(content: string, render: RenderBlock): string {
  const reader = new BlockReader(render)
  let from = 0
  for (let at = content.indexOf('<!--'); at !== -1; at = content.indexOf('<!--', from)) {
    const end = content.indexOf('-->', at)
    if (end === -1) break
    reader.addHtml(content.slice(from, at))
    reader.addComment(content.slice(at + 4, Math.min(end, at + COMMENT_MAX_LENGTH)).trim())
    from = end + 3
  }
  reader.addHtml(content.slice(from))
  return reader.end()
}

class BlockReader {
  readonly #render: RenderBlock
  readonly #parts: string[] = []
  /** Open blocks, the outermost first. */
  readonly #open: OpenBlock[] = []

  constructor(render: RenderBlock) {
    this.#render = render
  }

  addHtml(html: string): void {
    const parts = this.#open.at(-1)?.parts ?? this.#parts
    parts.push(html)
  }

  addComment(comment: string): void {
    const [, isEnd, written, json, isAlone] = BLOCK.exec(comment) ?? []
    if (written === undefined) return this.addHtml(otherComment(comment))
    const name = written.replace(/^core\//, '')
    if (isEnd) return this.#close(name)
    const attributes = attributesOf(json)
    if (isAlone) this.addHtml(this.#render({ name, attributes, html: null }))
    else if (this.#open.length < DEPTH_MAX) this.#open.push({ name, attributes, parts: [] })
  }

  end(): string {
    while (this.#open.length > 0) this.#closeLast()
    return this.#parts.join('')
  }

  /** Also closes unclosed blocks within it. */
  #close(name: string): void {
    const index = this.#open.findLastIndex((block) => block.name === name)
    while (index !== -1 && this.#open.length > index) this.#closeLast()
  }

  #closeLast(): void {
    const block = this.#open.pop()
    if (block) this.addHtml(this.#render({ name: block.name, attributes: block.attributes, html: block.parts.join('') }))
  }
}

/** Kindred shows posts on one page, so a page break becomes a line. */
const otherComment = (comment: string) => (comment === 'nextpage' ? '\n\n<hr>\n\n' : '')

function attributesOf(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Attributes with visible text. */
const TEXT_ATTRIBUTES = [
  'label',
  'placeholder',
  'buttonText',
  'content',
  'title',
  'text',
  'customText',
  'description',
  'moreText',
  'prefix',
  'suffix',
  'summary',
]

export function shownWords({ attributes, html }: Block): string {
  const words = TEXT_ATTRIBUTES.map((name) => attributes[name]).filter((value) => typeof value === 'string' && value !== '')
  return [...words, visibleText(html ?? '')].filter((text) => text !== '').join(', ')
}
