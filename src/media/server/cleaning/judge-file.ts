import { open } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'
import { endingOf, FILE_TYPES, type FileEnding, isFileEnding, isOtherPlayed } from '#media/contract/file-address.ts'
import { CONTROL_CHARACTERS } from './clean-text.ts'

/** Enough to recognise a format, and to check that a text file contains text. */
const HEAD_BYTES = 64 * 1024
/** Extensions of files that run scripts in a page, or on the machine of the person who opens them. */
const RUNS_SCRIPTS =
  /^(x?html?|shtml|svgz?|xml|xsl|xslt|mhtml?|m?js|css|swf|exe|msi|bat|cmd|com|scr|jar|php|hta|vbs|ps1|sh|apk|docm|xlsm|pptm)$/

/** The blog cannot look into these to remove names, dates and macros. Only imports store them, as downloads (decision 86). */
const CLOSED: ReadonlySet<FileEnding> = new Set(['doc', 'xls', 'ppt', 'rtf', 'epub', 'zip'])

/** `played`: what is in a video or audio file decides its type. */
type Judged =
  | { readonly kind: 'played'; readonly size: number }
  | { readonly kind: 'document'; readonly ending: FileEnding; readonly size: number }

/**
 * Checks that the blog takes such files, and that the first bytes of a document match its ending.
 * @param name any text; only its ending is used
 * @throws bad_request with the reason
 */
export async function judgeFile(path: string, name: string, rules: Rules = {}): Promise<Judged> {
  const ending = requireFileEnding(name, rules)
  const { head, size } = await readHead(path)
  if (size === 0) throw new AppError('bad_request', 'the file is empty')
  if (ending === null) return { kind: 'played', size }
  if (CONTENT_CHECKS[ending] === zip && oldOffice(head)) throw new AppError('bad_request', LOCKED)
  if (!CONTENT_CHECKS[ending]?.(head)) throw new AppError('bad_request', `what is in the file is not what its ending says (.${ending})`)
  return { kind: 'document', ending, size }
}

interface Rules {
  /** Whether the file was on another blog, so that links lead to it. */
  readonly isImported?: boolean
}

/** @returns null for a video or audio file. @throws bad_request for a name that files of the blog cannot have */
export function requireFileEnding(name: string, { isImported = false }: Rules = {}): FileEnding | null {
  const ending = endingOf(name)
  if (isOtherPlayed(ending)) return null
  if (!isFileEnding(ending)) {
    const isProgram = RUNS_SCRIPTS.test(ending)
    throw new AppError('bad_request', isProgram ? `files that can run scripts are not stored (.${ending})` : NO_SUCH_KIND)
  }
  if (CLOSED.has(ending) && !isImported) throw new AppError('bad_request', CANNOT_CLEAN)
  return ['video', 'audio'].includes(FILE_TYPES[ending].kind) ? null : ending
}

const LOCKED = 'This file is locked with a password, or of an old format. Please save it without a password, or as PDF.'
const NO_SUCH_KIND = 'the blog stores no files of this kind'
const CANNOT_CLEAN = 'the blog cannot remove names, dates and macros from files of this kind; please save it as PDF'

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return { head: buffer.subarray(0, bytesRead), size }
  } finally {
    await file.close()
  }
}

type ContentCheck = (head: Buffer) => boolean

const startsWithBytes =
  (...bytes: number[]): ContentCheck =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte)
const anyOf =
  (...checks: ContentCheck[]): ContentCheck =>
  (head) =>
    checks.some((each) => each(head))

const zip = anyOf(startsWithBytes(0x50, 0x4b, 3, 4), startsWithBytes(0x50, 0x4b, 5, 6))
const oldOffice = startsWithBytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

const textStart = (head: Buffer) =>
  head
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
const matchesStart =
  (pattern: RegExp): ContentCheck =>
  (head) =>
    pattern.test(textStart(head).slice(0, 1024))
const isText: ContentCheck = (head) =>
  isWide(head) || (!CONTROL_CHARACTERS.test(head.toString('latin1')) && !/^<(?:!|\?|[a-z]+[\s>])/i.test(textStart(head)))
/** UTF-16, which is checked when it is cleaned. */
const isWide: ContentCheck = (head) => (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff)

/** Of documents. */
const CONTENT_CHECKS: Readonly<Partial<Record<FileEnding, ContentCheck>>> = {
  vtt: (head) => isText(head) && matchesStart(/^WEBVTT/)(head),
  // Readers open it in spite of what some programs write before it; it is written anew.
  pdf: (head) => head.subarray(0, 1024).includes('%PDF-'),
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  odp: zip,
  epub: zip,
  zip,
  doc: oldOffice,
  xls: oldOffice,
  ppt: oldOffice,
  rtf: matchesStart(/^\{\\rtf/),
  txt: isText,
  csv: isText,
  ics: (head) => isText(head) && matchesStart(/^BEGIN:VCALENDAR/i)(head),
}
