import { endingOf, FILE_TYPES, isFileEnding, isOtherPlayed, OTHER_PLAYED, DOCUMENT_ENDINGS } from '#media/contract/file-address.ts'

/** What a file becomes in a text. */
export type FileRole = 'picture' | 'video' | 'audio' | 'document'

const HEIC_ENDINGS: readonly string[] = ['heic', 'heif']

/** @returns null for a file that no text can show */
export function roleOf({ name, type }: Pick<File, 'name' | 'type'>): FileRole | null {
  const ending = endingOf(name)
  if (type === 'image/svg+xml' || ending === 'svg') return null
  if (type.startsWith('image/')) return 'picture'
  if (type.startsWith('video/')) return 'video'
  if (type.startsWith('audio/')) return 'audio'
  // Some systems report no type.
  if (HEIC_ENDINGS.includes(ending)) return 'picture'
  if (isOtherPlayed(ending)) return OTHER_PLAYED[ending]
  if (!isFileEnding(ending)) return null
  const { kind } = FILE_TYPES[ending]
  if (kind === 'video' || kind === 'audio') return kind
  return DOCUMENT_ENDINGS.includes(ending) ? 'document' : null
}

const OTHER_ENDINGS = Object.keys(OTHER_PLAYED) as (keyof typeof OTHER_PLAYED)[]
/** Files of one kind by their type, or by their ending where systems know no type. */
const accept = (type: string, endings: readonly string[]) => [type, ...endings.map((ending) => `.${ending}`)].join(',')
const playedAs = (role: FileRole) => OTHER_ENDINGS.filter((ending) => OTHER_PLAYED[ending] === role)

/** For the dialog in which files are chosen. */
export const ACCEPTED_FILES = {
  photo: accept('image/*', []),
  video: accept('video/*', playedAs('video')),
  file: accept('audio/*', [...playedAs('audio'), ...DOCUMENT_ENDINGS]),
} as const
