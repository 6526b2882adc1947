import { type Begun, type DeviceDraft, newText, type Unsaved } from './draft.ts'
import { isMissing, type ServerText } from './server-drafts.ts'
import type { WritingParts } from './writing-state.ts'

/** What a form begins with. */
export interface Opening {
  readonly begun: Begun
  /** Text on this device that the form goes on with. */
  readonly record: DeviceDraft | null
  /** Text on the server that the form goes on with. */
  readonly draft: Pick<Unsaved, 'text' | 'baseRevision' | 'savedAt'> | null
  /** Further texts of the same id on this device, of forms that were not online. */
  readonly others: readonly DeviceDraft[]
  /** Discarded texts, which the server may not know. */
  readonly ended: readonly DeviceDraft[]
  /** Current revision of the post, as the server says. */
  readonly revision: number
  readonly isMissing: boolean
  readonly isUnread: boolean
}

/** Without the texts that another one replaces: the page of that one was left before it could delete them. */
const withoutReplaced = (drafts: readonly DeviceDraft[]): readonly DeviceDraft[] => {
  const replaced = drafts.flatMap(({ replaces }) => replaces)
  return drafts.filter(({ key, version }) => !replaced.some((mark) => mark.key === key && mark.version >= version))
}

type Found = ServerText | 'missing' | 'unread' | null

const readServer = async ({ postId, wanted, isNew, server }: WritingParts): Promise<Found> => {
  if (isNew) return null
  try {
    return await server.read(postId === 'new' ? (wanted ?? 'new') : postId)
  } catch (error) {
    return isMissing(error) ? 'missing' : 'unread'
  }
}

const beginWith = (record: DeviceDraft | null, text: ServerText | null, postId: string): Begun => {
  if (record) return { id: record.id, isNew: record.isNew && postId === 'new', sequence: record.sequence }
  if (text?.id != null) return { id: text.id, isNew: text.state === 'draft', sequence: text.sequence }
  return postId === 'new' ? newText() : { id: postId, isNew: false, sequence: 0 }
}

/**
 * Reads the texts of this device, and then those of the server: a text that is being discarded is either still on the device
 * as such, or no longer on the server.
 */
export const findTexts = async (parts: WritingParts): Promise<Opening> => {
  const records = withoutReplaced(await parts.device.list(parts.userId).catch((): DeviceDraft[] => []))
  return choose(parts, records, await readServer(parts))
}

/** What the form may go on with, the newest first. */
const fittingRecords = ({ postId, isNew, wanted }: WritingParts, records: readonly DeviceDraft[]): readonly DeviceDraft[] => {
  const id = postId === 'new' ? wanted : postId
  const open = records.filter((draft) => !draft.isEnded && !isNew && (id === null ? draft.isNew : draft.id === id))
  return open.toSorted((a, b) => b.savedAt - a.savedAt)
}

/** Null for a post where a new text is wanted, and for a text that is being discarded. */
const fittingText = ({ postId }: WritingParts, found: Found, ended: readonly DeviceDraft[]): ServerText | null => {
  if (found === null || typeof found === 'string') return null
  return postId === 'new' && (found.state !== 'draft' || ended.some(({ id }) => id === found.id)) ? null : found
}

const choose = (parts: WritingParts, records: readonly DeviceDraft[], found: Found): Opening => {
  const { postId, wanted } = parts
  const ended = records.filter(({ isEnded }) => isEnded)
  const text = fittingText(parts, found, ended)
  // A text that waits for the server comes first.
  const [first, ...further] = fittingRecords(parts, records)
  const record = first ?? ended.find(({ id }) => id === postId) ?? null
  return {
    begun: beginWith(record, text, postId),
    record,
    draft: record ? null : (text?.draft ?? null),
    others: further.filter(({ id }) => id === record?.id),
    ended: ended.filter((draft) => draft !== record),
    revision: text?.revision ?? 0,
    isMissing: wanted !== null && postId === 'new' && record === null && text === null && found !== 'unread',
    isUnread: found === 'unread',
  }
}
