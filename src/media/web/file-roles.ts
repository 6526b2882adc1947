import { FILE_TYPES, isFileEnding, PAPER_ENDINGS } from '#media/contract/file-address.ts'

/** What a file becomes in a text. */
export type FileRole = 'picture' | 'film' | 'sound' | 'paper'

const endingOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** Films and sound that some systems report without a type; the server says what it can do with them. */
const OTHER_ENDINGS: Readonly<Record<string, FileRole>> = {
  avi: 'film',
  '3gp': 'film',
  wmv: 'film',
  mkv: 'film',
  mpg: 'film',
  amr: 'sound',
  wma: 'sound',
  heic: 'picture',
  heif: 'picture',
}

/** @returns null for a file that no text can show */
export function roleOf({ name, type }: Pick<File, 'name' | 'type'>): FileRole | null {
  const ending = endingOf(name)
  if (type === 'image/svg+xml' || ending === 'svg') return null
  if (type.startsWith('image/')) return 'picture'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('audio/')) return 'sound'
  if (!isFileEnding(ending)) return OTHER_ENDINGS[ending] ?? null
  const { kind } = FILE_TYPES[ending]
  if (kind === 'film' || kind === 'sound') return kind
  return PAPER_ENDINGS.includes(ending) ? 'paper' : null
}

/** For the dialog in which files are chosen. */
export const ACCEPTED_FILES = ['image/*', 'video/*', 'audio/*', ...PAPER_ENDINGS.map((ending) => `.${ending}`)].join(',')
