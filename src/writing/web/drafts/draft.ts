import type { PostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import { EMPTY_POST, POST_FIELDS, type PostText, sameText, toPostText } from '#writing/web/post-form/post-text.ts'

/** What a form wants to have saved. */
export interface Wish {
  /** With `isEnded`, the text that is discarded. */
  readonly text: PostText
  readonly baseRevision: number
  readonly isEnded: boolean
}

/** One save on the server. */
export interface Save extends Wish {
  /** Number of the save that it follows. */
  readonly sequence: number
}

export interface Unsaved extends Wish {
  /** Unix time in ms. */
  readonly savedAt: number
}

/** What the form and the server have agreed on. */
export interface Begun {
  /** Id of the post, or of the new text. */
  readonly id: string
  /** Never published or planned, as far as the form knows. */
  readonly isNew: boolean
  /** Number of the save that the next one follows. */
  readonly sequence: number
}

/** What a form has not saved on the server yet, or does not know to be there. */
export interface DeviceDraft extends Begun, Unsaved {
  readonly key: string
  /** Counts the times that its form has stored it. */
  readonly version: number
  /** Save without a response: it is repeated unchanged before the next one. */
  readonly sent: Save | null
  /** Texts that this form has sent for publication. */
  readonly attempts: readonly PostText[]
}

/** A published text. */
export interface Published {
  readonly text: PostText
  /** 0 for a text that was never published. */
  readonly revision: number
}

export const NOT_PUBLISHED: Published = { text: EMPTY_POST, revision: 0 }
export const toPublished = (post: PostToEdit): Published => ({
  text: toPostText({ ...post, image: post.chosenCover }),
  revision: post.revision,
})

export const isSameWish = (a: Wish, b: Wish): boolean =>
  a.isEnded === b.isEnded && a.baseRevision === b.baseRevision && sameText(a.text, b.text)

export const newText = (id = newId()): Begun => ({ id, isNew: true, sequence: 0 })

/** Id of what is written after a text was discarded: the same in each form that goes on with that, so that it stays one text. */
export const nextId = (id: string): string => (BigInt(`0x${id}`) + 1n).toString(16).padStart(32, '0').slice(-32)

/** Works without a secure context, unlike `randomUUID`. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Takes the fields of a text from a larger object; missing ones are empty. */
export const pickText = (from: Partial<PostText>): PostText =>
  Object.fromEntries(POST_FIELDS.map((field) => [field, from[field] ?? EMPTY_POST[field]])) as unknown as PostText
