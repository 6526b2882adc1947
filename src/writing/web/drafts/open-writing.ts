import { sameText, withoutAudience } from '#writing/web/post-form/post-text.ts'
import { type Begun, type DeviceDraft, newText, type Published } from './draft.ts'
import type { SaverParts } from './draft-saver.ts'
import { isMissing, type ServerText } from './server-drafts.ts'
import { beginState, type WritingState } from './writing-state.ts'

/** Which text a form is to show. */
export interface Place {
  /** Id of a post or page; `new` for a new text. */
  readonly postId: string
  readonly published: Published
  /** Id of the new text to start with; null for the newest. */
  readonly wanted: string | null
  /** Starts with an empty text, whatever there is. */
  readonly isNew: boolean
}

/** What a form begins with. */
export interface Opening {
  readonly state: WritingState
  /** Text on this device that the form goes on with. */
  readonly record: DeviceDraft | null
  /** Further texts of the same id, and discarded ones: of forms that ended before the server had them. */
  readonly left: readonly DeviceDraft[]
}

/** Text on this device that the form may go on with: the newest, or the discarded change of its post. */
const findRecord = ({ postId, isNew, wanted }: Place, records: readonly DeviceDraft[]): DeviceDraft | null => {
  const id = postId === 'new' ? wanted : postId
  const open = records.filter((each) => !each.isEnded && !isNew && (id === null ? each.isNew : each.id === id))
  const [newest] = open.toSorted((a, b) => b.savedAt - a.savedAt)
  return newest ?? records.find((each) => each.id === postId) ?? null
}

/** @returns null for none, and for a text that is no draft any more, or is being discarded @throws if the server does not say */
const readText = async ({ postId, isNew, wanted }: Place, { server }: SaverParts, records: readonly DeviceDraft[]) => {
  if (isNew) return null
  const text = await server.read(postId === 'new' ? (wanted ?? 'new') : postId).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  const isOver = text?.state !== 'draft' || records.some((each) => each.isEnded && each.id === text.id)
  return postId === 'new' && isOver ? null : text
}

/** A text that equals the published one is based on it: it was published by a form that had no response. */
const restore = (published: Published, draft: Pick<DeviceDraft, 'text' | 'baseRevision' | 'savedAt'>, place: 'device' | 'server') => {
  const { text, baseRevision, savedAt } = draft
  const isPublished = sameText(withoutAudience(text), published.text)
  return { text, base: isPublished ? published : { ...published, revision: baseRevision }, restored: { savedAt, place } }
}

const beginWith = ({ id, isNew, sequence }: Begun, published: Published): WritingState =>
  beginState({ id, isNew, sequence, text: published.text, base: published, latestRevision: published.revision })

/** Goes on with a text of this device. */
const goOn = (record: DeviceDraft, published: Published): WritingState => {
  const { sent, attempts, text, baseRevision, isEnded, savedAt } = record
  const state: WritingState = {
    ...beginWith(record, published),
    sent,
    attempts,
    unsaved: { text, baseRevision, isEnded, savedAt },
    stored: 'yes',
  }
  return isEnded ? state : { ...state, ...restore(published, record, 'device') }
}

const goOnFrom = ({ postId, published }: Place, text: ServerText | null): WritingState => {
  if (text?.id == null) return beginWith(postId === 'new' ? newText() : { id: postId, isNew: false, sequence: 0 }, published)
  const state = beginWith({ id: text.id, isNew: text.state === 'draft', sequence: text.sequence }, published)
  return text.draft ? { ...state, ...restore(published, text.draft, 'server') } : state
}

/**
 * Reads the texts of this device, and then those of the server: a text that is being discarded is either still on the device
 * as such, or no longer on the server.
 */
export const findTexts = async (parts: SaverParts & Place): Promise<Opening> => {
  const { postId, published } = parts
  const records = await parts.device.list(parts.userId).catch((): DeviceDraft[] => [])
  const record = findRecord(parts, records)
  const text = await readText(parts, parts, records).catch(() => undefined)
  const state = record ? goOn(record, published) : goOnFrom(parts, text ?? null)
  return {
    state: {
      ...state,
      isNew: state.isNew && postId === 'new',
      latestRevision: Math.max(published.revision, text?.revision ?? 0),
      isUnread: text === undefined,
      isMissing: parts.wanted !== null && postId === 'new' && record === null && text === null,
    },
    record,
    left: records.filter((each) => each !== record && (each.isEnded || each.id === state.id)),
  }
}
