import { type ImportCounts, type ImportReportData, type MissingItem, NOTE_KINDS, type NoteKind } from '#moving/contract/import-report.ts'
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

const countOf = (count: number, name: string): string => {
  if (count === 1 || name === 'people') return `${count} ${name}`
  return `${count} ${name}${name.endsWith('s') ? 'es' : 's'}`
}

/** The result of an import, for the operator. */
export class ImportReport {
  readonly counts: ImportCounts = {
    posts: 0,
    alreadyThere: 0,
    mended: 0,
    drafts: 0,
    pinned: 0,
    comments: 0,
    pictures: 0,
    files: 0,
    redirects: 0,
    pages: 0,
    settings: 0,
    people: 0,
    followers: 0,
  }
  readonly #notes = new Map<NoteKind, { count: number; readonly lines: Map<string, number> }>()
  readonly #categories = new Map<string, { readonly ours: string | null; posts: number }>()
  readonly #missing: MissingItem[] = []
  #missingCount = 0

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
    this.add('failed', `${what === 'page' ? 'the page ' : ''}${name}: ${why}`)
    this.miss({ what, post: name, address: null, why })
  }

  /** Reports a picture that could not be imported. A second run tries again. */
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

  /** Counts a post of an old category. @param ours slug in Kindred; null for an unknown category */
  addCategory(theirs: string, ours: string | null): void {
    const known = this.#categories.get(theirs) ?? { ours, posts: 0 }
    this.#categories.set(theirs, known)
    known.posts += 1
  }

  count(kind: NoteKind): number {
    return this.#notes.get(kind)?.count ?? 0
  }

  get missingCount(): number {
    return this.#missingCount
  }

  get missing(): readonly MissingItem[] {
    return this.#missing
  }

  lines(kind: NoteKind): string[] {
    return Array.from(this.#notes.get(kind)?.lines ?? [], ([line, times]) => (times > 1 ? `${line} (${times} times)` : line))
  }

  /** @param linesPerKind maximum of lines of each kind, and of missing items */
  toData(isDryRun: boolean, linesPerKind = LINES_MAX): ImportReportData {
    return {
      isDryRun,
      counts: { ...this.counts },
      notes: this.#kinds().map((kind) => ({ kind, count: this.count(kind), lines: this.lines(kind).slice(0, linesPerKind) })),
      categories: Array.from(this.#categories, ([theirs, { ours, posts }]) => ({ theirs, ours, posts })),
      missing: this.#missing.slice(0, linesPerKind),
      missingCount: this.#missingCount,
    }
  }

  summary(isDryRun: boolean): string {
    const { posts, alreadyThere, mended, drafts, pinned, comments, pictures, files, redirects, pages, settings, people, followers } =
      this.counts
    const parts: readonly (readonly [number, string])[] = [
      [drafts, 'draft'],
      [pinned, 'pinned post'],
      [files, 'file'],
      [pages, 'page'],
      [settings, 'setting'],
      [people, people === 1 ? 'person' : 'people'],
      [followers, 'follower'],
    ]
    const more = parts.filter(([count]) => count > 0).map(([count, name]) => `, ${countOf(count, name)}`)
    const always = [countOf(posts, 'post'), countOf(comments, 'comment'), countOf(pictures, 'picture'), countOf(redirects, 'old address')]
    const done = `${always.join(', ')}${more.join('')}`
    const before = alreadyThere > 0 ? `; ${countOf(alreadyThere, 'post')} ${alreadyThere === 1 ? 'was' : 'were'} here already` : ''
    const ofThose = mended > 0 ? `, ${mended} of them got what was missing` : ''
    return isDryRun ? `Would take over ${done}${before}${ofThose}. Nothing was written.` : `Took over ${done}${before}${ofThose}.`
  }

  /** The whole report, without the summary. @param linesPerKind maximum of lines of each kind */
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
  if (isUniqueViolation(error)) return 'another import wrote it at the same moment. Run the import again to be sure.'
  // Parsers recurse with the nesting of the text, and overflow the stack.
  return error instanceof RangeError ? 'its text is nested too deeply' : null
}
