import type { PostText } from '#web/features/post-form/post-text.ts'
import type { DeviceDrafts } from './device-drafts.ts'
import type { DraftScope, KnownDraft, ServerDrafts } from './draft.ts'
import type { DraftServer } from './server-drafts.ts'

/** Where the latest text is saved. */
export interface SaveStatus {
  /** `clean`: there is nothing to save. */
  readonly device: 'clean' | 'saving' | 'saved' | 'failed'
  readonly server: 'clean' | 'saving' | 'saved' | 'offline' | 'signed-out' | 'refused'
  /** Why the server did not take it. */
  readonly reason: string | null
}

export const CLEAN: SaveStatus = { device: 'clean', server: 'clean', reason: null }

/** A text as it is published. */
export interface Published {
  readonly text: PostText
  /** Null for a post that is not there yet. */
  readonly revision: number | null
}

/** Another text to hold against one's own. */
export type Theirs = { readonly kind: 'published'; readonly published: Published } | { readonly kind: 'draft'; readonly draft: KnownDraft }

export interface WritingState {
  readonly text: PostText
  /** What the text is a change of. */
  readonly base: Published
  /** Another number gives the editor other text to begin with. */
  readonly edition: number
  readonly status: SaveStatus
  /** Unsaved text of an earlier visit that the form began with. */
  readonly restored: KnownDraft | null
  /** The text that was asked for is no longer there. */
  readonly isMissing: boolean
  /** What was thrown away last; it can be taken back. */
  readonly discarded: PostText | null
  /** Other unsaved texts of the same post: nothing of them is lost, nothing is taken over unasked. */
  readonly others: readonly KnownDraft[]
  readonly isOpenElsewhere: boolean
  /** Of the post, as the last response has it: another one than that of `base` was published since this text was begun. */
  readonly latestRevision: number | null
  readonly theirs: Theirs | null
}

export interface WritingParts {
  readonly scope: DraftScope
  readonly published: Published
  /** Null where the server could not be asked. */
  readonly server: ServerDrafts | null
  readonly drafts: DraftServer
  readonly device: DeviceDrafts
  /** For what is short, and outlives the page. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly now: () => number
  /** @returns a function that cancels it */
  readonly after: (ms: number, work: () => void) => () => void
  /** Writers in other tabs of this browser that have the same text open now. */
  readonly liveWriters: ReadonlySet<string>
  /** Called with the name that this session writes under, and with each new one. */
  readonly onWriter: (writer: string) => void
  /** Of the draft to begin with; null for the newest that no other tab has open. */
  readonly wanted: string | null
}
