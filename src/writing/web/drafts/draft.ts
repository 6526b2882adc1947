import { EMPTY_POST, POST_FIELDS, type PostText, sameText } from '#writing/web/post-form/post-text.ts'

/** One save on the server. */
export interface Save {
  /** Number of the save that it follows. */
  readonly sequence: number
  readonly baseRevision: number
  /** With `isEnded`, the text that is discarded. */
  readonly text: PostText
  /** Text that the writer did not choose when two were shown. */
  readonly keep: PostText | null
  readonly isEnded: boolean
}

/** What a form wants to have saved. */
export interface Unsaved extends Pick<Save, 'baseRevision' | 'text' | 'isEnded'> {
  /** Texts to be kept, one with each save. */
  readonly keeps: readonly PostText[]
  /** Unix time in ms. */
  readonly savedAt: number
}

/** Text of one form on this device. */
export interface Mark {
  readonly key: string
  /** Counts the times that the form has stored it. */
  readonly version: number
}

/** What a form has not saved on the server yet, or does not know to be there. */
export interface DeviceDraft extends Mark, Unsaved {
  /** Id of the post, or of the new text. */
  readonly id: string
  /** Never published or planned, as far as the form knows. */
  readonly isNew: boolean
  /** Number of the save that the next one follows. */
  readonly sequence: number
  /** Save without a response: it is repeated unchanged before the next one. */
  readonly sent: Save | null
  /** Texts of publications without a response. */
  readonly attempts: readonly PostText[]
  /** Texts of other forms that this one began with. */
  readonly replaces: readonly Mark[]
}

/** A published text. */
export interface Published {
  readonly text: PostText
  /** 0 for a text that was never published. */
  readonly revision: number
}

/** Save status of the latest text. */
export interface SaveStatus {
  /** `clean`: there is nothing to save. */
  readonly device: 'clean' | 'saving' | 'saved' | 'failed'
  /** `conflict`: the writer has to choose between this text and one of another form. */
  readonly server: 'clean' | 'saving' | 'saved' | 'offline' | 'signed-out' | 'refused' | 'conflict'
  /** Why the server refused it. */
  readonly reason: string | null
}

export const CLEAN: SaveStatus = { device: 'clean', server: 'clean', reason: null }

/** What the form and the server have agreed on. */
export type Begun = Pick<DeviceDraft, 'id' | 'isNew' | 'sequence'>

export const newText = (id = newId()): Begun => ({ id, isNew: true, sequence: 0 })

/** Id of what is written after a text was discarded: the same in each form that goes on with that, so that it stays one text. */
export const nextId = (id: string): string => (BigInt(`0x${id}`) + 1n).toString(16).padStart(32, '0').slice(-32)

export const nextSave = ({ sequence }: Begun, { text, baseRevision, isEnded, keeps }: Unsaved): Save => ({
  sequence,
  text,
  baseRevision,
  isEnded,
  keep: keeps[0] ?? null,
})

/** What is left to save after a save. */
export const leftUnsaved = (unsaved: Unsaved, save: Save): Unsaved | null => {
  const { text, baseRevision, isEnded } = unsaved
  const keeps = unsaved.keeps.slice(save.keep ? 1 : 0)
  const isSaved = isEnded === save.isEnded && baseRevision === save.baseRevision && sameText(text, save.text)
  return isSaved && keeps.length === 0 ? null : { ...unsaved, keeps }
}

/** Works without a secure context, unlike `randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Takes the fields of a text from a larger object; missing ones are empty. */
export const pickText = (from: Partial<PostText>): PostText =>
  Object.fromEntries(POST_FIELDS.map((field) => [field, from[field] ?? EMPTY_POST[field]])) as unknown as PostText
