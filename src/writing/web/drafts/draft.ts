import type { DraftMark } from '#platform/contract/fields.ts'
import { BEGUN_TEXTS_MAX } from '#platform/contract/limits.ts'
import { type PostText, sameText } from '#writing/web/post-form/post-text.ts'

/** User and post of a draft; 'new' for a post that does not exist yet. */
export interface DraftScope {
  readonly userId: string
  readonly postId: string
}

/** An unpublished text. Its sequence number counts the changes, whichever form made them. */
export interface Draft extends Omit<DraftMark, 'begun'> {
  /** Texts of other forms that it contains, on the device or on their way to the server. */
  readonly begun: readonly Copy[]
  /** Revision of the post that the text is based on; null for a new post. */
  readonly baseRevision: number | null
  /** Unix time in ms. */
  readonly savedAt: number
  readonly text: PostText
  /** Discarded, which the server may not know yet. */
  readonly isEnded: boolean
}

/** Text of one form. */
export type Copy = Pick<DraftMark, 'writer' | 'sequence'>

export interface KnownDraft extends Draft {
  readonly place: 'device' | 'server' | 'both'
  /** Its texts on the device, which a form that continues the draft replaces. */
  readonly copies: readonly Copy[]
}

/** A draft that was published or discarded. */
export interface EndedDraft extends Pick<Draft, 'id' | 'writer' | 'sequence'> {
  /** Post that was published from it. */
  readonly publishedAs: string | null
}

/** Drafts on the server. */
export interface ServerDrafts {
  readonly revision: number | null
  readonly drafts: readonly Draft[]
  readonly ended: readonly EndedDraft[]
}

/** Creates the id of a draft, or of a form that writes one. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const isUnsaved = ({ sequence, follows }: Pick<Draft, 'sequence' | 'follows'>): boolean => sequence > follows

/** What a form that continues this draft contains from its first change on. */
export const begunWith = ({ writer, sequence, begun, copies }: KnownDraft): readonly Copy[] => {
  const others = [...begun, ...copies].filter((text) => text.writer !== writer)
  return [{ writer, sequence }, ...others.map((text) => ({ writer: text.writer, sequence: text.sequence }))].slice(0, BEGUN_TEXTS_MAX)
}

interface Places {
  readonly device: readonly Draft[]
  readonly server: ServerDrafts
  /** Published text; an empty one for a new post. */
  readonly published: PostText
  /** Drafts that other tabs have open now: their copies are those tabs' own. */
  readonly live?: ReadonlySet<string>
}

export interface SortedDrafts {
  /** Can be continued; newest first. */
  readonly open: readonly KnownDraft[]
  /** To be discarded on the server, too. */
  readonly ending: readonly KnownDraft[]
  /** Copies on the device that nobody needs any more. */
  readonly over: readonly Copy[]
  /** Copies on the device that became drafts of their own, because another form continued theirs. Also in `open`. */
  readonly forks: readonly Draft[]
}

/** Whether a text began with this one, or with a later one of its form. */
const contains = ({ begun }: Draft, { writer, sequence }: Copy): boolean =>
  begun.some((text) => text.writer === writer && text.sequence >= sequence)

/** The server's version; without a text if the draft has ended. */
type Stored = Pick<Draft, 'id' | 'writer' | 'sequence'> & Partial<Pick<Draft, 'text'>>

/** Which of two versions of a draft counts; `fork` if the device has text that is not in the server's version. */
const compare = (copy: Draft, stored: Stored): 'device' | 'server' | 'fork' => {
  if (copy.writer === stored.writer) return copy.sequence > stored.sequence ? 'device' : 'server'
  if (contains(copy, stored)) return 'device'
  // An older version than the one that the server has confirmed was read before: the page was rendered then.
  if (!isUnsaved(copy)) return stored.sequence >= copy.follows ? 'server' : 'device'
  // A form that continued the copy saved it on the server as it was, and was left before it could replace it. If the text was
  // discarded, so was the server's.
  if (stored.text && sameText(copy.text, stored.text)) return copy.isEnded ? 'device' : 'server'
  return stored.sequence === copy.follows ? 'device' : 'fork'
}

interface Judged {
  readonly copy: Draft
  /** The server's version, also of an ended draft. */
  readonly head: Stored | undefined
  /** What the text is: the latest of its draft, an older one, a draft of its own, or needed no more. */
  readonly fate: 'latest' | 'older' | 'fork' | 'over'
}

const judge = (device: readonly Draft[], server: ServerDrafts): readonly Judged[] => {
  const open = new Map(server.drafts.map((draft): [string, Stored] => [draft.id, draft]))
  const ended = new Map(server.ended.map((draft): [string, Stored] => [draft.id, draft]))
  const latest = new Set<string>()
  const fateOf = (copy: Draft, head: Stored | undefined): Judged['fate'] => {
    // The page of the other text was left before it could delete this one.
    if (device.some((other) => contains(other, copy))) return 'over'
    const isSecond = latest.has(copy.id)
    const order = isSecond ? (isUnsaved(copy) ? 'fork' : 'server') : head ? compare(copy, head) : 'device'
    if (order === 'device') return 'latest'
    if (order === 'fork') return copy.isEnded ? 'over' : 'fork'
    return isSecond || open.has(copy.id) ? 'older' : 'over'
  }
  return device
    .toSorted((a, b) => b.sequence - a.sequence)
    .map((copy) => {
      const head = open.get(copy.id) ?? ended.get(copy.id)
      const fate = fateOf(copy, head)
      if (fate === 'latest') latest.add(copy.id)
      return { copy, head, fate }
    })
}

/** Joins the drafts of this device and of the server. */
export const sortDrafts = ({ device, server, published, live = new Set() }: Places): SortedDrafts => {
  const judged = judge(device, server)
  const latest = judged.filter(({ fate }) => fate === 'latest')
  const ownCopies = (fate: Judged['fate']) => judged.filter((each) => each.fate === fate && !live.has(each.copy.id)).map(({ copy }) => copy)
  const forks = ownCopies('fork').map((copy) => ({ ...copy, id: newId(), follows: 0 }))
  const copiesOf = (id: string) => [...ownCopies('latest'), ...ownCopies('older')].filter((copy) => copy.id === id)
  const isOnServer = ({ id }: Draft) => !latest.some(({ copy }) => copy.id === id)
  const all: KnownDraft[] = [
    ...latest.map(({ copy, head }): KnownDraft => {
      return { ...copy, follows: head?.sequence ?? 0, place: 'device', copies: copiesOf(copy.id) }
    }),
    ...server.drafts.filter(isOnServer).map((draft): KnownDraft => {
      const copies = copiesOf(draft.id)
      return { ...draft, place: copies.length > 0 ? 'both' : 'server', copies }
    }),
    ...forks.map((fork): KnownDraft => ({ ...fork, place: 'device', copies: [fork] })),
  ].toSorted((a, b) => b.savedAt - a.savedAt)
  const isOver = (draft: Draft) => draft.isEnded || sameText(draft.text, published)
  return {
    open: all.filter((draft) => !isOver(draft)),
    ending: all.filter((draft) => isOver(draft) && !live.has(draft.id)),
    over: ownCopies('over'),
    forks,
  }
}
