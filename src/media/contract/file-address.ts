/** Kind of element that shows the file; `captions` belong to a video. */
export type FileKind = 'audio' | 'video' | 'captions' | 'document'

/** Stored file types other than pictures, by file extension. None of them can run a script in a page. */
export const FILE_TYPES = {
  mp3: { type: 'audio/mpeg', kind: 'audio' },
  m4a: { type: 'audio/mp4', kind: 'audio' },
  aac: { type: 'audio/aac', kind: 'audio' },
  ogg: { type: 'audio/ogg', kind: 'audio' },
  opus: { type: 'audio/ogg', kind: 'audio' },
  wav: { type: 'audio/wav', kind: 'audio' },
  flac: { type: 'audio/flac', kind: 'audio' },
  mp4: { type: 'video/mp4', kind: 'video' },
  m4v: { type: 'video/mp4', kind: 'video' },
  mov: { type: 'video/quicktime', kind: 'video' },
  webm: { type: 'video/webm', kind: 'video' },
  ogv: { type: 'video/ogg', kind: 'video' },
  vtt: { type: 'text/vtt; charset=utf-8', kind: 'captions' },
  pdf: { type: 'application/pdf', kind: 'document' },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', kind: 'document' },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', kind: 'document' },
  pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', kind: 'document' },
  odt: { type: 'application/vnd.oasis.opendocument.text', kind: 'document' },
  ods: { type: 'application/vnd.oasis.opendocument.spreadsheet', kind: 'document' },
  odp: { type: 'application/vnd.oasis.opendocument.presentation', kind: 'document' },
  doc: { type: 'application/msword', kind: 'document' },
  xls: { type: 'application/vnd.ms-excel', kind: 'document' },
  ppt: { type: 'application/vnd.ms-powerpoint', kind: 'document' },
  rtf: { type: 'application/rtf', kind: 'document' },
  epub: { type: 'application/epub+zip', kind: 'document' },
  zip: { type: 'application/zip', kind: 'document' },
  txt: { type: 'text/plain; charset=utf-8', kind: 'document' },
  csv: { type: 'text/csv; charset=utf-8', kind: 'document' },
  ics: { type: 'text/calendar; charset=utf-8', kind: 'document' },
} as const satisfies Record<string, { readonly type: string; readonly kind: FileKind }>

/** Further videos and audio files, which are copied or converted to one of these types. */
export const OTHER_PLAYED = {
  avi: 'video',
  '3gp': 'video',
  '3g2': 'video',
  wmv: 'video',
  asf: 'video',
  mkv: 'video',
  mts: 'video',
  m2ts: 'video',
  ts: 'video',
  mpg: 'video',
  mpeg: 'video',
  flv: 'video',
  wma: 'audio',
  amr: 'audio',
  '3ga': 'audio',
  m4b: 'audio',
  oga: 'audio',
  mka: 'audio',
  caf: 'audio',
  aif: 'audio',
  aiff: 'audio',
  weba: 'audio',
} as const satisfies Record<string, FileKind>

export type FileEnding = keyof typeof FILE_TYPES

/** Archives are for imports alone, captions belong to a video. */
const NO_DOCUMENTS: ReadonlySet<string> = new Set(['zip', 'epub', 'vtt'])

/** Documents that the editor takes. */
export const DOCUMENT_ENDINGS = (Object.keys(FILE_TYPES) as FileEnding[]).filter(
  (ending) => FILE_TYPES[ending].kind === 'document' && !NO_DOCUMENTS.has(ending),
)

/** Extension in lower case; empty where the name has none. */
export const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

export const isOtherPlayed = (ending: string): ending is keyof typeof OTHER_PLAYED => Object.hasOwn(OTHER_PLAYED, ending)

export const isFileEnding = (ending: string): ending is FileEnding => Object.hasOwn(FILE_TYPES, ending)

/** What no page of a document shows and cleaning does not take, because it may be wanted: the writer is told before publishing. */
export const REMAINS = [
  'notes',
  'hidden cells',
  'inner files',
  'cut parts',
  'hidden shapes',
  'pivot rows',
  'hidden layers',
  'covered words',
  'names',
] as const

export type Remaining = (typeof REMAINS)[number]

/** What is known about a file. Its address contains it, so that pages need no call and no column. */
export interface MediaFacts {
  readonly kind: FileKind
  /** Sanitised original name, with its ending. */
  readonly name: string
  /** MIME type. */
  readonly type: string
  readonly bytes: number
  /** Of a video, in pixels as displayed, after its rotation. */
  readonly width?: number
  readonly height?: number
  /** Of a video or audio file, to a tenth. */
  readonly seconds?: number
  /** Of a PDF. */
  readonly pages?: number
  readonly remains?: readonly Remaining[]
  /** False where some browsers cannot play the file. */
  readonly playsEverywhere: boolean
}

/** The facts that are written into an address. */
export type StoredFacts = Omit<MediaFacts, 'kind' | 'name' | 'type'>

/**
 * Address of a stored file: `/files/<folder>/<time stamp>-<name>_<facts>.<ending>`. The facts are letters with numbers:
 * `b` bytes, `p` pages, `s` tenths of a second, `w` and `h` pixels, `r` what remains (a bit for each of {@link REMAINS}), `x` for
 * a file that does not play everywhere.
 */
export interface StoredFileAddress {
  /** Random, 16 characters. */
  readonly folder: string
  /** Milliseconds since 1970, a hyphen, and the sanitised original name. */
  readonly name: string
  readonly ending: FileEnding
  /** Null for files that older versions stored. */
  readonly facts: StoredFacts | null
}

const FACTS = '_b(\\d{1,12})(?:p(\\d{1,5}))?(?:s(\\d{1,7}))?(?:w(\\d{1,5})h(\\d{1,5}))?(?:r(\\d{1,3}))?(x?)'
const ADDRESS = new RegExp(`^/files/([\\w-]{16})/(\\d{13}-[\\w-]{1,60}?)(?:${FACTS})?\\.([a-z0-9]{3,4})$`)

/** @returns null for any other address, for instance that of a picture */
export function readFileAddress(address: string): StoredFileAddress | null {
  const [, folder, name, bytes, pages, tenths, width, height, bits, isLimited, ending = ''] = ADDRESS.exec(address) ?? []
  if (folder === undefined || name === undefined || !isFileEnding(ending)) return null
  if (bytes === undefined) return { folder, name, ending, facts: null }
  const facts = {
    bytes: Number(bytes),
    ...(pages === undefined ? {} : { pages: Number(pages) }),
    ...(tenths === undefined ? {} : { seconds: Number(tenths) / 10 }),
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
    ...(bits === undefined ? {} : { remains: REMAINS.filter((_, index) => (Number(bits) >> index) % 2 === 1) }),
    playsEverywhere: isLimited === '',
  }
  return { folder, name, ending, facts }
}

/** Storage key. The address is `/files/` followed by this key. */
export const fileKey = ({ folder, name, ending, facts }: StoredFileAddress): string =>
  `${folder}/${name}${facts === null ? '' : writeFacts(facts)}.${ending}`

function writeFacts({ bytes, pages, seconds, width, height, remains = [], playsEverywhere }: StoredFacts): string {
  const size = width === undefined || height === undefined ? '' : `w${width}h${height}`
  const length = seconds === undefined ? '' : `s${Math.round(seconds * 10)}`
  const rest = remains.length === 0 ? '' : `r${remains.reduce((bits, each) => bits | (1 << REMAINS.indexOf(each)), 0)}`
  return `_b${bytes}${pages === undefined ? '' : `p${pages}`}${length}${size}${rest}${playsEverywhere ? '' : 'x'}`
}

export const kindOfFile = ({ ending }: StoredFileAddress): FileKind => FILE_TYPES[ending].kind

/** Name of a file for its readers. The stored one starts with the time of storing. */
export const readableFileName = ({ name, ending }: StoredFileAddress): string => `${name.replace(/^\d{13}-/, '')}.${ending}`

/** @returns null for an address without facts */
export function mediaFactsOf(address: string): MediaFacts | null {
  const file = readFileAddress(address)
  if (file === null || file.facts === null) return null
  const { type, kind } = FILE_TYPES[file.ending]
  return { kind, name: readableFileName(file), type, ...file.facts }
}
