import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'
import type { Begun, DeviceDraft, Published, Save, Unsaved } from './draft.ts'

/** State of one open form. */
export interface WritingState extends Begun, Pick<DeviceDraft, 'sent' | 'attempts'> {
  readonly text: PostText
  /** Published text that the current one is based on. */
  readonly base: Published
  /** Revision of the post in the last response. If it differs from that of `base`, the post was published since this text was begun. */
  readonly latestRevision: number

  /** What the server does not have yet. */
  readonly unsaved: Unsaved | null
  /** Whether the device has what is unsaved. */
  readonly stored: 'not yet' | 'yes' | 'failed'
  /** Why the server does not have it. */
  readonly trouble: { readonly kind: 'offline' | 'signed-out' | 'refused'; readonly reason?: string } | null

  /** Text that another form has saved. The writer has to choose before this one is saved on the server again. */
  readonly conflict: Omit<Save, 'isEnded'> | null
  /** Which text is shown beside the current one. */
  readonly compared: 'published' | 'draft' | null
  /** Changes when the editor must start with another text. */
  readonly editorKey: number

  /** Where the unsaved text was found that the form began with. */
  readonly restored: { readonly savedAt: number; readonly place: 'device' | 'server' } | null
  /** The server did not say which texts there are. */
  readonly isUnread: boolean
  /** The text that the form was to show was published or discarded in another place. */
  readonly isMissing: boolean
  /** Text that was discarded last, with the published text that it was based on; it can be restored. */
  readonly discarded: { readonly text: PostText; readonly base: Published } | null
}

type Begin = Begun & Pick<WritingState, 'text' | 'base' | 'latestRevision'>

/** A form that has nothing to save, and nothing to tell. */
export const beginState = (begin: Begin): WritingState => ({
  unsaved: null,
  sent: null,
  attempts: [],
  stored: 'not yet',
  trouble: null,
  conflict: null,
  compared: null,
  editorKey: 0,
  restored: null,
  isUnread: false,
  isMissing: false,
  discarded: null,
  ...begin,
})

/** Whether there is text that the server does not have. */
export const isUnsaved = ({ unsaved }: Pick<WritingState, 'unsaved'>): boolean => unsaved?.isEnded === false

/** Whether the text would be lost with the page. */
export const isNowhere = (state: WritingState): boolean => isUnsaved(state) && state.stored === 'failed'

/** Whether there is nothing to save. */
export const isClean = (state: WritingState): boolean => !isUnsaved(state) && sameText(state.text, state.base.text)
