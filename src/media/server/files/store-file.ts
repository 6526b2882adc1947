import { randomBytes } from 'node:crypto'
import { fileKey, type FileEnding, isFileEnding } from '#media/contract/file-address.ts'
import { createPicture, deletePicture } from './pictures.store.ts'
import { type PictureParts, safeFileName } from './store-picture.ts'
import { open } from 'node:fs/promises'
import { AppError } from '#platform/contract/errors.ts'

/** Enough to recognise a format, and to check that a text file contains text. */
const HEAD_BYTES = 64 * 1024
/** Extensions of files that run scripts in a page, or on the machine of the person who opens them. */
const RUNS_SCRIPTS =
  /^(x?html?|shtml|svgz?|xml|xsl|xslt|mhtml?|m?js|css|swf|exe|msi|bat|cmd|com|scr|jar|php|hta|vbs|ps1|sh|apk|docm|xlsm|pptm)$/

/**
 * Checks that the first bytes of a file match its extension.
 * @param name any text; only its extension is used
 * @throws bad_request with the reason
 */
export async function judgeFile(path: string, name: string): Promise<{ readonly ending: FileEnding; readonly size: number }> {
  const ending = requireFileEnding(name)
  const { head, size } = await readHead(path)
  if (size === 0) throw new AppError('bad_request', 'the file is empty')
  if (!CONTENT_CHECKS[ending](head)) throw new AppError('bad_request', `what is in the file is not what its ending says (.${ending})`)
  return { ending, size }
}

/** @throws bad_request for a name that files of the blog cannot have */
export function requireFileEnding(name: string): FileEnding {
  const ending = endingOf(name)
  if (isFileEnding(ending)) return ending
  throw new AppError(
    'bad_request',
    RUNS_SCRIPTS.test(ending) ? `files that can run scripts are not stored (.${ending})` : 'the blog stores no files of this kind',
  )
}

/** Extension in lower case; empty where the name has none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

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

const textAt = (head: Buffer, from: number, to: number) => head.toString('latin1', from, to)
const startsWithBytes =
  (...bytes: number[]): ContentCheck =>
  (head) =>
    bytes.every((byte, index) => head[index] === byte)
const startsWithText =
  (text: string, at = 0): ContentCheck =>
  (head) =>
    textAt(head, at, at + text.length) === text
const anyOf =
  (...checks: ContentCheck[]): ContentCheck =>
  (head) =>
    checks.some((each) => each(head))

const id3 = startsWithText('ID3')
/** MPEG audio frame: eleven bits for synchronisation, then the layer, which is zero for AAC. */
const frame =
  (isLayer: (layer: number) => boolean): ContentCheck =>
  (head) =>
    head[0] === 0xff && ((head[1] ?? 0) & 0xe0) === 0xe0 && isLayer(((head[1] ?? 0) >> 1) & 3)
const container = startsWithText('ftyp', 4)
/** Older QuickTime files may begin with any of these atoms. */
const quickTime: ContentCheck = (head) => ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot'].includes(textAt(head, 4, 8))
const ogg = startsWithText('OggS')
const zip = anyOf(startsWithBytes(0x50, 0x4b, 3, 4), startsWithBytes(0x50, 0x4b, 5, 6))
const office = startsWithBytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)

const textStart = (head: Buffer) =>
  head
    .toString('latin1')
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
const matchesStart =
  (pattern: RegExp): ContentCheck =>
  (head) =>
    pattern.test(textStart(head).slice(0, 1024))
const CONTROL = /[\0-\x08\x0E-\x1A\x1C-\x1F]/ // oxlint-disable-line no-control-regex
const isText: ContentCheck = (head) => !CONTROL.test(head.toString('latin1')) && !/^<(?:!|\?|[a-z]+[\s>])/i.test(textStart(head))

const CONTENT_CHECKS: Readonly<Record<FileEnding, ContentCheck>> = {
  mp3: anyOf(
    id3,
    frame((layer) => layer !== 0),
  ),
  m4a: container,
  aac: anyOf(
    id3,
    frame((layer) => layer === 0),
    startsWithText('ADIF'),
    container,
  ),
  ogg,
  opus: ogg,
  ogv: ogg,
  wav: (head) => startsWithText('RIFF')(head) && startsWithText('WAVE', 8)(head),
  flac: anyOf(startsWithText('fLaC'), id3),
  mp4: container,
  m4v: container,
  mov: quickTime,
  webm: startsWithBytes(0x1a, 0x45, 0xdf, 0xa3),
  vtt: (head) => isText(head) && matchesStart(/^WEBVTT/)(head),
  pdf: matchesStart(/^%PDF-/),
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  odp: zip,
  epub: zip,
  zip,
  doc: office,
  xls: office,
  ppt: office,
  rtf: matchesStart(/^\{\\rtf/),
  txt: isText,
  csv: isText,
  ics: (head) => isText(head) && matchesStart(/^BEGIN:VCALENDAR/i)(head),
}

/** A file other than a picture, on the local disk. */
interface NewFile {
  readonly path: string
  /** Original name: any text. Its extension must match the content. */
  readonly name: string
  readonly userId: string
}

/**
 * Stores a document, audio or video file unchanged, without holding it in memory. Its audience is determined as for a picture.
 * @returns the address
 * @throws bad_request with the reason when the blog stores no such files
 */
export async function storeFile({ db, files, now }: Omit<PictureParts, 'workers'>, { path, name, userId }: NewFile): Promise<string> {
  const { ending, size } = await judgeFile(path, name)
  const at = now()
  const folder = randomBytes(12).toString('base64url')
  const key = fileKey({ folder, name: `${at}-${safeFileName(name, 'file')}`, ending, facts: null })
  const address = `/files/${key}`
  await createPicture(db, { folder, user_id: userId, kind: 'file', address, bytes: size, created_at: at })
  try {
    await files.copyIn(key, path)
  } catch (error) {
    await files.removeFolder(folder)
    await deletePicture(db, folder)
    throw error
  }
  return address
}
