import { type PostText, sameText } from '#web/features/post-form/post-text.ts'

/** Whose text, and of which post; 'new' for one that is not there yet. */
export interface DraftScope {
  readonly userId: string
  readonly postId: string
}

/** A text up to a moment: of one open editor, which counts its saves. */
export interface DraftMark {
  readonly writer: string
  readonly sequence: number
}

/** With the drafts that it goes on from and that the server may still have: they end with it, unless they have grown meanwhile. */
export interface PublishedDraft extends DraftMark {
  readonly replaces: readonly DraftMark[]
}

/** A text that is not published. */
export interface Draft extends PublishedDraft {
  /** Revision of the post that it was made from; null for a new post. */
  readonly baseRevision: number | null
  /** Ms. */
  readonly savedAt: number
  readonly text: PostText
}

export interface KnownDraft extends Draft {
  readonly place: 'device' | 'server' | 'both'
}

/** What the server knows; null where it could not be asked. */
export interface ServerDrafts {
  readonly revision: number | null
  readonly drafts: readonly Draft[]
  readonly ended: readonly DraftMark[]
}

/** A name for one open editor. No two ever share one, so none writes over another's text. */
export const newWriter = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface Places {
  readonly device: readonly Draft[]
  readonly server: ServerDrafts | null
  /** The text as it is published; an empty one for a new post. */
  readonly published: PostText
  /** Given up on this device; the server may not know yet. */
  readonly deleted?: readonly DraftMark[]
}

/** Of one writer the later text; the newest first. */
const joinPlaces = (device: readonly Draft[], server: readonly Draft[]): KnownDraft[] => {
  const latest = new Map<string, Draft>()
  for (const draft of [...device, ...server]) {
    if ((latest.get(draft.writer)?.sequence ?? 0) < draft.sequence) latest.set(draft.writer, draft)
  }
  const isIn = (place: readonly Draft[], { writer, sequence }: Draft) =>
    place.some((other) => other.writer === writer && other.sequence === sequence)
  const placeOf = (draft: Draft) => (!isIn(server, draft) ? 'device' : isIn(device, draft) ? 'both' : 'server')
  return [...latest.values()].map((draft): KnownDraft => ({ ...draft, place: placeOf(draft) })).toSorted((a, b) => b.savedAt - a.savedAt)
}

const endsOf = (marks: readonly DraftMark[]): ReadonlyMap<string, number> =>
  new Map(marks.map(({ writer, sequence }) => [writer, sequence]))

/**
 * What there is to go on from. `over` is what nobody needs any more: it was published, discarded or taken on elsewhere,
 * or says nothing else than the published text.
 */
export const sortDrafts = ({ device, server, published, deleted = [] }: Places): { open: KnownDraft[]; over: KnownDraft[] } => {
  const ends = endsOf([...deleted, ...(server?.ended ?? [])])
  const isOver = (draft: Draft) => (ends.get(draft.writer) ?? 0) >= draft.sequence || sameText(draft.text, published)
  // Gone on from on this device. The server has it until it gets the text that replaces it.
  const replaced = endsOf(device.flatMap(({ replaces }) => replaces))
  const all = joinPlaces(device, server?.drafts ?? []).filter(({ writer, sequence }) => (replaced.get(writer) ?? 0) < sequence)
  return { open: all.filter((draft) => !isOver(draft)), over: all.filter(isOver) }
}
