import { type HtmlToken, type OpeningTag, readHtml } from '#platform/contract/read-html.ts'

/** Tags allowed as children of each table element. */
const TABLE_PARTS: Readonly<Record<string, readonly string[]>> = {
  table: ['caption', 'thead', 'tbody', 'tfoot', 'tr'],
  thead: ['tr'],
  tbody: ['tr'],
  tfoot: ['tr'],
  tr: ['th', 'td'],
}
const PARTS: ReadonlySet<string> = new Set(Object.values(TABLE_PARTS).flat())
const CELLS: ReadonlySet<string> = new Set(['th', 'td'])
const WITHOUT_END: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'track'])

interface Frame {
  readonly name: string
  /** Empty for a part of a table outside of one, which browsers ignore. */
  readonly tag: string
  readonly isAbove: boolean
  html: string
  /** Of a table: what stands in none of its cells. */
  above: string
}

/** Writes each table as browsers show it: its cells in rows, what is in no cell above it. A well-formed one stays as it is. */
export function withWholeTables(html: string): string {
  if (!html.includes('<table')) return html
  const writer = new TableWriter(html)
  for (const token of readHtml(html)) writer.write(token)
  return writer.end()
}

class TableWriter {
  readonly #source: string
  /** The outermost first. */
  readonly #open: Frame[] = [frame('', '')]

  constructor(source: string) {
    this.#source = source
  }

  write(token: HtmlToken): void {
    if (token.kind === 'open') this.#begin(token)
    else if (token.kind === 'close') this.#close(token.name)
    else this.#place(this.#sourceOf(token), this.#isBetweenCells() && token.text.trim() !== '')
  }

  end(): string {
    while (this.#open.length > 1) this.#pop()
    return this.#top().html
  }

  #top = (): Frame => this.#open.at(-1) ?? frame('', '')
  #sourceOf = ({ start, end }: HtmlToken): string => this.#source.slice(start, end)
  #isBetweenCells = (): boolean => this.#top().tag !== '' && Object.hasOwn(TABLE_PARTS, this.#top().name)

  #begin(token: OpeningTag): void {
    const { name } = token
    const tag = this.#sourceOf(token)
    if (WITHOUT_END.has(name)) return this.#place(tag, this.#isBetweenCells())
    if (!PARTS.has(name)) return void this.#open.push(frame(name, tag, this.#isBetweenCells()))
    if (!this.#isBetweenCells()) return void this.#open.push(frame(name, ''))
    const isCell = CELLS.has(name)
    // A part of the table ends what is open in it.
    while (!isCell && !TABLE_PARTS[this.#top().name]?.includes(name)) this.#pop()
    if (isCell && this.#top().name !== 'tr') this.#open.push(frame('tr', '<tr>'))
    this.#open.push(frame(name, tag))
  }

  /** Ignores the end of what has ended. */
  #close(name: string): void {
    const table = name === 'table' ? -1 : this.#open.findLastIndex((each) => each.name === 'table')
    const index = this.#open.findLastIndex((each) => each.name === name)
    if (index <= table) return
    while (this.#open.length > index) this.#pop()
  }

  #pop(): void {
    const { name, tag, html, above, isAbove } = this.#open.pop() ?? frame('', '')
    this.#place(above + (tag === '' ? html : `${tag}${html}</${name}>`), isAbove)
  }

  #place(html: string, isAbove: boolean): void {
    const table = isAbove ? this.#open.findLast((each) => each.name === 'table') : undefined
    if (table) table.above += html
    else this.#top().html += html
  }
}

const frame = (name: string, tag: string, isAbove = false): Frame => ({ name, tag, isAbove, html: '', above: '' })
