import { endingOf, FILE_TYPES, isFileEnding, isOtherPlayed, OTHER_PLAYED, PAPER_ENDINGS } from '#media/contract/file-address.ts'

/** What a file becomes in a text. */
export type FileRole = 'picture' | 'film' | 'sound' | 'paper'

const HEIC_ENDINGS: readonly string[] = ['heic', 'heif']

/** @returns null for a file that no text can show */
export function roleOf({ name, type }: Pick<File, 'name' | 'type'>): FileRole | null {
  const ending = endingOf(name)
  if (type === 'image/svg+xml' || ending === 'svg') return null
  if (type.startsWith('image/')) return 'picture'
  if (type.startsWith('video/')) return 'film'
  if (type.startsWith('audio/')) return 'sound'
  // Some systems report no type.
  if (HEIC_ENDINGS.includes(ending)) return 'picture'
  if (isOtherPlayed(ending)) return OTHER_PLAYED[ending]
  if (!isFileEnding(ending)) return null
  const { kind } = FILE_TYPES[ending]
  if (kind === 'film' || kind === 'sound') return kind
  return PAPER_ENDINGS.includes(ending) ? 'paper' : null
}

/** For the dialog in which files are chosen. */
export const ACCEPTED_FILES = [
  'image/*',
  'video/*',
  'audio/*',
  ...[...PAPER_ENDINGS, ...Object.keys(OTHER_PLAYED)].map((ending) => `.${ending}`),
].join(',')
