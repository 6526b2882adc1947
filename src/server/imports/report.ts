import { NOTE_KINDS, type NoteKind } from './source.ts'

/** Lines stored of one kind; the rest is only counted. */
const LINES_MAX = 1000

/** The result of an import, for the operator. */
export class ImportReport {
  readonly counts = { posts: 0, alreadyThere: 0, comments: 0, pictures: 0, redirects: 0, pages: 0, settings: 0 }
  readonly #notes = new Map<NoteKind, { count: number; readonly lines: Map<string, number> }>()

  /** Repeated lines are counted, not stored again. */
  add(kind: NoteKind, line: string): void {
    const notes = this.#notes.get(kind) ?? { count: 0, lines: new Map<string, number>() }
    this.#notes.set(kind, notes)
    notes.count += 1
    const text = line.replace(/\s+/g, ' ').trim().slice(0, 300)
    if (notes.lines.has(text) || notes.lines.size < LINES_MAX) notes.lines.set(text, (notes.lines.get(text) ?? 0) + 1)
  }

  count(kind: NoteKind): number {
    return this.#notes.get(kind)?.count ?? 0
  }

  lines(kind: NoteKind): string[] {
    return Array.from(this.#notes.get(kind)?.lines ?? [], ([line, times]) => (times > 1 ? `${line} (${times} times)` : line))
  }

  /** One line of counts. */
  summary(isDryRun: boolean): string {
    const { posts, alreadyThere, comments, pictures, redirects, pages, settings } = this.counts
    const ofBlog = pages + settings > 0 ? `, ${pages} pages, ${settings} settings` : ''
    const done = `${posts} posts, ${comments} comments, ${pictures} pictures, ${redirects} old addresses${ofBlog}`
    const before = alreadyThere > 0 ? `; ${alreadyThere} posts were here already` : ''
    return isDryRun ? `Would take over ${done}${before}. Nothing was written.` : `Took over ${done}${before}.`
  }

  /** The whole report, without the summary. @param linesPerKind at most so many lines of each kind */
  toText(linesPerKind = LINES_MAX): string {
    const parts = (Object.keys(NOTE_KINDS) as NoteKind[])
      .filter((kind) => this.count(kind) > 0)
      .map((kind) => {
        const lines = this.lines(kind)
        const more = lines.length > linesPerKind ? [`  … and ${lines.length - linesPerKind} more`] : []
        return [`${NOTE_KINDS[kind]}: ${this.count(kind)}`, ...lines.slice(0, linesPerKind).map((line) => `  ${line}`), ...more].join('\n')
      })
    return parts.join('\n\n')
  }
}
