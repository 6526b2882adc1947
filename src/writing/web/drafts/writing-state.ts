import type { Post } from '#posts/contract/posts.endpoints.ts'
import type { PostText } from '#writing/web/post-form/post-text.ts'
import type { Mark, Published, SaveStatus } from './draft.ts'
import type { SaverParts } from './draft-saver.ts'
import type { ServerText } from './server-drafts.ts'

/** Where the writer has saved another text under the same id: on the server, or in another form of this browser that is not online. */
export interface OtherDraft {
  readonly text: PostText
  /** Null for the one on this device. */
  readonly found: ServerText | null
  readonly mark: Mark | null
}

export interface WritingState {
  readonly text: PostText
  /** Published text that the current one is based on. */
  readonly base: Published
  /** Changes when the editor must start with another text. */
  readonly editorKey: number
  readonly status: SaveStatus
  /** Where the unsaved text was found that the form began with. */
  readonly restored: { readonly savedAt: number; readonly place: 'device' | 'server' } | null
  /** The server did not say which texts there are. */
  readonly isUnread: boolean
  /** The text that the form was to show was published or discarded in another place. */
  readonly isMissing: boolean
  /** Text that was discarded last, with the published text that it was based on; it can be restored. */
  readonly discarded: { readonly text: PostText; readonly base: Published } | null
  /** Revision of the post in the last response. If it differs from that of `base`, the post was published since this text was begun. */
  readonly latestRevision: number
  /** The writer has to choose before this text is saved on the server again. */
  readonly conflict: OtherDraft | null
  /** Which text is shown beside the current one. */
  readonly compared: 'published' | 'draft' | null
}

export interface WritingParts extends SaverParts {
  /** Id of a post or page; `new` for a new text. */
  readonly postId: string
  readonly published: Published
  /** Id of the new text to start with; null for the newest. */
  readonly wanted: string | null
  /** Starts with an empty text, whatever there is. */
  readonly isNew: boolean
  /** Called when the form writes under another id. */
  readonly onId: (id: string) => void
  /** Called when the new text turns out to be a post. */
  readonly onPost: (post: Post) => void
}
