import { plural } from '#platform/contract/plural.ts'

/** Numbers of files in a text that are not stored, and so not in its saved HTML. */
export interface UnstoredFiles {
  readonly uploading: number
  readonly failed: number
  /** What they are called. */
  readonly noun: 'picture' | 'file'
}

export const NO_UNSTORED_FILES: UnstoredFiles = { uploading: 0, failed: 0, noun: 'picture' }

/** '1 picture', '2 files' */
export const countFiles = (count: number, noun: UnstoredFiles['noun']): string => plural(count, `1 ${noun}`, `${noun}s`)
