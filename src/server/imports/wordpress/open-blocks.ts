/** A block of WordPress' editor: HTML between two comments, or a comment alone. */
export interface Block {
  /** Without `core/`. */
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  /** Its contents with all blocks within already rendered; null for a comment alone. */
  readonly html: string | null
}

export type RenderBlock = (block: Block) => string

interface OpenBlock {
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly parts: string[]
}

/** Blocks deeper than anyone nests them are read as if they had no comments. */
const DEPTH_MAX = 40
const COMMENT_MAX_LENGTH = 200_000
const BLOCK = /^(\/?)wp:([a-z][\w-]*(?:\/[a-z][\w-]*)?)(?:\s+(\{[\s\S]*\}))?\s*(\/?)$/

/** Renders each block, the innermost first. Comments that are no blocks are left out; blocks that never end are closed. */
export function openBlocks(content: string, render: RenderBlock): string {
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
  /** The outermost first. */
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

  /** Also closes what never ended within it. */
  #close(name: string): void {
    const index = this.#open.findLastIndex((block) => block.name === name)
    while (index !== -1 && this.#open.length > index) this.#closeLast()
  }

  #closeLast(): void {
    const block = this.#open.pop()
    if (block) this.addHtml(this.#render({ name: block.name, attributes: block.attributes, html: block.parts.join('') }))
  }
}

/** Where a post is cut into pages there is a line here; posts are shown whole. */
const otherComment = (comment: string) => (comment === 'nextpage' ? '\n\n<hr>\n\n' : '')

function attributesOf(json: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The texts in the attributes of a block that readers saw: its labels and the like. */
const SHOWN = [
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
  const words = SHOWN.map((name) => attributes[name]).filter((value) => typeof value === 'string' && value !== '')
  return [
    ...words,
    (html ?? '')
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .filter((text) => text !== '')
    .join(', ')
}
