import { createHash } from 'node:crypto'
import {
  type ImportCounts,
  type ImportReportData,
  type MissingItem,
  NOTE_KINDS,
  type NoteKind,
} from '#import-export/contract/import-report.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isUniqueViolation } from '#platform/database/database.ts'

/** Stored lines of one kind; further ones are only counted. */
const LINES_MAX = 1000
/** Listed missing items; further ones are only counted. */
const MISSING_MAX = 10_000
const DETAIL_MAX_LENGTH = 300
/** Limit for kinds in `NAMES_WORDS`: only the report has the text that was not imported. */
const WORDS_MAX_LENGTH = 2000
const NAMES_WORDS: ReadonlySet<NoteKind> = new Set(['excerpt', 'markup'])
/** Inline pictures have addresses of any length. */
const ADDRESS_MAX_LENGTH = 200

const oneLine = (text: string, maxLength = DETAIL_MAX_LENGTH) => text.replace(/\s+/g, ' ').trim().slice(0, maxLength)

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** What an import brings, and what not. */
export class ImportReport {
  readonly counts: ImportCounts = {
    posts: 0,
    drafts: 0,
    pages: 0,
    comments: 0,
    pictures: 0,
    files: 0,
    followers: 0,
    settings: 0,
    alreadyHere: 0,
  }
  asksForSite = false
  readonly #notes = new Map<NoteKind, { count: number; readonly lines: Map<string, number> }>()
  readonly #counted = new Set<string>()
  readonly #missing: MissingItem[] = []
  #missingCount = 0

  /** Counts a picture or file once, however often texts show it. */
  countOnce(what: 'pictures' | 'files', address: string): void {
    const key = `${what} ${address.length > ADDRESS_MAX_LENGTH ? hashOf(address) : address}`
    if (!this.#counted.has(key)) this.counts[what] += 1
    this.#counted.add(key)
  }

  /** Repeated lines are counted, not stored again. */
  add(kind: NoteKind, line: string): void {
    const notes = this.#notes.get(kind) ?? { count: 0, lines: new Map<string, number>() }
    this.#notes.set(kind, notes)
    notes.count += 1
    const text = oneLine(line, NAMES_WORDS.has(kind) ? WORDS_MAX_LENGTH : DETAIL_MAX_LENGTH)
    if (notes.lines.has(text) || notes.lines.size < LINES_MAX) notes.lines.set(text, (notes.lines.get(text) ?? 0) + 1)
  }

  /** Reports a post, page or setting that could not be imported. */
  fail(what: MissingItem['what'], name: string, why: string): void {
    this.failAt({ what, post: name, address: null, why })
  }

  /** Like {@link fail}, for what has an address on the old blog. */
  failAt(item: MissingItem): void {
    const { what, post, address, why } = item
    this.add('failed', `${what === 'page' ? 'the page ' : ''}${post}${address === null ? '' : ` (${address})`}: ${why}`)
    this.miss(item)
  }

  /** Reports a picture that could not be imported. */
  missPicture(what: 'cover' | 'picture', { post, address, why }: Omit<MissingItem, 'what'> & { readonly address: string }): void {
    const shown = address.slice(0, ADDRESS_MAX_LENGTH)
    this.add('picture', `${post}: ${shown}: ${why}`)
    this.miss({ what, post, address: shown, why })
  }

  /** Reports a document, audio or video file that could not be imported. */
  missFile({ post, address, why }: Omit<MissingItem, 'what'> & { readonly address: string }): void {
    const shown = address.slice(0, ADDRESS_MAX_LENGTH)
    this.add('file', `${post}: ${shown}: ${why}`)
    this.miss({ what: 'file', post, address: shown, why })
  }

  /** Adds to the list of missing items, which decides the exit code. Call `add`, too. */
  miss({ what, post, address, why }: MissingItem): void {
    this.#missingCount += 1
    if (this.#missing.length < MISSING_MAX) this.#missing.push({ what, post: oneLine(post), address, why: oneLine(why) })
  }

  count(kind: NoteKind): number {
    return this.#notes.get(kind)?.count ?? 0
  }

  get missingCount(): number {
    return this.#missingCount
  }

  lines(kind: NoteKind): string[] {
    return Array.from(this.#notes.get(kind)?.lines ?? [], ([line, times]) => (times > 1 ? `${line} (${times} times)` : line))
  }

  /** @param linesPerKind maximum of lines of each kind, and of missing items */
  toData(linesPerKind = LINES_MAX): ImportReportData {
    return {
      asksForSite: this.asksForSite,
      counts: { ...this.counts },
      notes: this.#kinds().map((kind) => ({ kind, count: this.count(kind), lines: this.lines(kind).slice(0, linesPerKind) })),
      missing: this.#missing.slice(0, linesPerKind),
      missingCount: this.#missingCount,
    }
  }

  /** The notes. @param linesPerKind maximum of lines of each kind */
  toText(linesPerKind = LINES_MAX): string {
    const parts = this.#kinds().map((kind) => {
      const lines = this.lines(kind)
      const more = lines.length > linesPerKind ? [`  … and ${lines.length - linesPerKind} more`] : []
      return [`${NOTE_KINDS[kind]}: ${this.count(kind)}`, ...lines.slice(0, linesPerKind).map((line) => `  ${line}`), ...more].join('\n')
    })
    return parts.join('\n\n')
  }

  #kinds(): NoteKind[] {
    return (Object.keys(NOTE_KINDS) as NoteKind[]).filter((kind) => this.count(kind) > 0)
  }
}

/** @returns why an item failed, for the report; null for errors that end the import */
export function reasonOf(error: unknown): string | null {
  if (error instanceof AppError) return error.code === 'unavailable' ? null : error.message
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment'
  // Parsers recurse with the nesting of the text, and overflow the stack.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}
