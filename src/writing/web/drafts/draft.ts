import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'

/** User and post of a draft; 'new' for a post that does not exist yet. */
export interface DraftScope {
  readonly userId: string
  readonly postId: string
}

/** Version of a draft: the editor that wrote it, and how many changes it had. */
export interface DraftMark {
  readonly writer: string
  readonly sequence: number
}

/** With the drafts that it continues and that the server may still have: they are deleted with it, unless they have newer changes. */
export interface PublishedDraft extends DraftMark {
  readonly replaces: readonly DraftMark[]
}

/** An unpublished text. */
export interface Draft extends PublishedDraft {
  /** Revision of the post that the text is based on; null for a new post. */
  readonly baseRevision: number | null
  /** Unix time in ms. */
  readonly savedAt: number
  readonly text: PostText
}

export interface KnownDraft extends Draft {
  readonly place: 'device' | 'server' | 'both'
}

/** Drafts on the server. */
export interface ServerDrafts {
  readonly revision: number | null
  readonly drafts: readonly Draft[]
  readonly ended: readonly DraftMark[]
}

/** Creates a unique name for one open editor, so that none overwrites another's draft. */
export const newWriter = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

interface Places {
  readonly device: readonly Draft[]
  readonly server: ServerDrafts | null
  /** Published text; an empty one for a new post. */
  readonly published: PostText
  /** Discarded on this device; the server may not know yet. */
  readonly deleted?: readonly DraftMark[]
}

/** Latest draft of each writer, newest first. */
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
 * Sorts drafts into `open` ones, which can be continued, and those that are `over`: published, discarded, continued
 * elsewhere, or equal to the published text.
 */
export const sortDrafts = ({ device, server, published, deleted = [] }: Places): { open: KnownDraft[]; over: KnownDraft[] } => {
  const ends = endsOf([...deleted, ...(server?.ended ?? [])])
  const isOver = (draft: Draft) => (ends.get(draft.writer) ?? 0) >= draft.sequence || sameText(draft.text, published)
  // Continued on this device. The server has it until it gets the text that replaces it.
  const replaced = endsOf(device.flatMap(({ replaces }) => replaces))
  const all = joinPlaces(device, server?.drafts ?? []).filter(({ writer, sequence }) => (replaced.get(writer) ?? 0) < sequence)
  return { open: all.filter((draft) => !isOver(draft)), over: all.filter(isOver) }
}
