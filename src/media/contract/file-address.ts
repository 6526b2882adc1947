/** Kind of element that shows the file; `captions` belong to a film. */
export type FileKind = 'sound' | 'film' | 'captions' | 'document'

/** Stored file types other than pictures, by file extension. None of them can run a script in a page. */
export const FILE_TYPES = {
  mp3: { type: 'audio/mpeg', kind: 'sound' },
  m4a: { type: 'audio/mp4', kind: 'sound' },
  aac: { type: 'audio/aac', kind: 'sound' },
  ogg: { type: 'audio/ogg', kind: 'sound' },
  opus: { type: 'audio/ogg', kind: 'sound' },
  wav: { type: 'audio/wav', kind: 'sound' },
  flac: { type: 'audio/flac', kind: 'sound' },
  mp4: { type: 'video/mp4', kind: 'film' },
  m4v: { type: 'video/mp4', kind: 'film' },
  mov: { type: 'video/quicktime', kind: 'film' },
  webm: { type: 'video/webm', kind: 'film' },
  ogv: { type: 'video/ogg', kind: 'film' },
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

export type FileEnding = keyof typeof FILE_TYPES

export const isFileEnding = (ending: string): ending is FileEnding => Object.hasOwn(FILE_TYPES, ending)

/** Address of a stored file: `/files/<folder>/<time stamp>-<name>.<ending>`. */
export interface StoredFileAddress {
  /** Random, 16 characters. */
  readonly folder: string
  /** Milliseconds since 1970, a hyphen, and the sanitised original name. */
  readonly name: string
  readonly ending: FileEnding
}

const ADDRESS = /^\/files\/([\w-]{16})\/(\d{13}-[\w-]{1,60})\.([a-z0-9]{3,4})$/

/** @returns null for any other address, for instance that of a picture */
export function readFileAddress(address: string): StoredFileAddress | null {
  const [, folder, name, ending = ''] = ADDRESS.exec(address) ?? []
  return folder === undefined || name === undefined || !isFileEnding(ending) ? null : { folder, name, ending }
}

/** Storage key. The address is `/files/` followed by this key. */
export const fileKey = ({ folder, name, ending }: StoredFileAddress): string => `${folder}/${name}.${ending}`

export const kindOfFile = ({ ending }: StoredFileAddress): FileKind => FILE_TYPES[ending].kind
