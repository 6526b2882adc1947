import type { FormFailure } from '#ui/api/api-error.ts'
import type { PaletteId } from '#site/contract/look.ts'
import { tabStorage } from '#ui/store/browser-storage.ts'

export interface Replies {
  readonly displayName: string
  readonly email: string
  readonly password: string
  /** Instead of a password. */
  readonly usesPasskey: boolean
  readonly blogName: string
  readonly palette: PaletteId
  readonly wayIn: 'family' | 'everybody'
}

export const NO_REPLIES: Replies = {
  displayName: '',
  email: '',
  password: '',
  usesPasskey: false,
  blogName: '',
  palette: 'heart',
  wayIn: 'family',
}

const KEY = 'set-up'

/** For a reload of the tab. The password is left out. */
export const storeReplies = (replies: Replies): void => tabStorage.write(KEY, JSON.stringify({ ...replies, password: '' }))

export const deleteReplies = (): void => tabStorage.write(KEY, null)

/** Null where nothing was stored. */
export const readReplies = (): Replies | null => {
  const stored = tabStorage.read(KEY)
  return stored === null ? null : { ...NO_REPLIES, ...(JSON.parse(stored) as Partial<Replies>) }
}

/** Which question a refused field belongs to. */
export const QUESTION_OF: Readonly<Record<string, number>> = {
  displayName: 0,
  email: 0,
  password: 0,
  key: 0,
  blogName: 1,
  palette: 1,
  wayIn: 2,
}

export interface QuestionProps {
  readonly replies: Replies
  readonly change: (changes: Partial<Replies>) => void
  /** Why the replies were refused, after the last question led back to this one. */
  readonly failure: FormFailure | null
}
