import type { PostText } from '#writing/web/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import type { DraftScope, KnownDraft, ServerDrafts } from './draft.ts'
import type { DraftServer } from './server-drafts.ts'

/** Save status of the latest text. */
export interface SaveStatus {
  /** `clean`: there is nothing to save. */
  readonly device: 'clean' | 'saving' | 'saved' | 'failed'
  readonly server: 'clean' | 'saving' | 'saved' | 'offline' | 'signed-out' | 'refused'
  /** Why the server refused it. */
  readonly reason: string | null
}

export const CLEAN: SaveStatus = { device: 'clean', server: 'clean', reason: null }

/** A published text. */
export interface Published {
  readonly text: PostText
  /** Null for a post that does not exist yet. */
  readonly revision: number | null
}

export interface WritingState {
  readonly text: PostText
  /** Published text that the current one is based on. */
  readonly base: Published
  /** Changes when the editor must start with another text. */
  readonly editorKey: number
  readonly status: SaveStatus
  /** Unsaved text of an earlier visit that the form began with. */
  readonly restored: KnownDraft | null
  readonly isDeviceSilent: boolean
  /** The requested draft does not exist any more. */
  readonly isMissing: boolean
  /** Text that was discarded last, with the published text that it was based on; it can be restored. */
  readonly discarded: { readonly text: PostText; readonly base: Published } | null
  /** Other drafts of the same post. None is deleted or opened unasked. */
  readonly others: readonly KnownDraft[]
  /** Drafts of the same post that other tabs of this browser have open now. */
  readonly live: ReadonlySet<string>
  /** Revision of the post in the last response. If it differs from that of `base`, the post was published since this text was begun. */
  readonly latestRevision: number | null
  /** The published text, shown beside the current one. */
  readonly otherText: Published | null
}

export interface WritingParts {
  readonly scope: DraftScope
  readonly published: Published
  readonly server: ServerDrafts
  readonly drafts: DraftServer
  readonly device: DeviceDrafts
  /** The browser's storage does not respond. */
  readonly isDeviceSilent: boolean
  readonly now: () => number
  /** @returns a function that cancels it */
  readonly after: (ms: number, work: () => void) => () => void
  /** Drafts of the same post that other tabs of this browser have open now. */
  readonly live: ReadonlySet<string>
  /** Called with each draft that this session writes. */
  readonly onDraft: (draft: { readonly id: string; readonly writer: string }) => void
  /** Called after a draft was discarded. */
  readonly onDiscarded: () => void
  /** Id of the draft to start with; null for the newest that no other tab has open. */
  readonly wanted: string | null
  /** Starts with an empty text, whatever drafts there are. */
  readonly isNew: boolean
}
