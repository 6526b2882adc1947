import { tabStorage } from '#ui/store/browser-storage.ts'

const keyOf = (userId: string, id: string) => `comment-draft:${userId}:${id}`

/**
 * Reads a text that a user typed and did not send. The tab stores it through a sign-in or a reload, for each user.
 * @param id of the post for a new comment, of the comment for an edited one, `replyDraftId` for a reply
 */
export const readCommentDraft = (userId: string | null, id: string): string =>
  userId === null ? '' : (tabStorage.read(keyOf(userId, id)) ?? '')

export const replyDraftId = (repliedToId: string) => `reply:${repliedToId}`

/** An empty text removes the draft, and the key of its request: the next text is another comment. */
export const storeCommentDraft = (userId: string | null, id: string, text: string): void => {
  if (userId === null) return
  tabStorage.write(keyOf(userId, id), text || null)
  if (text === '') tabStorage.write(requestKeyOf(userId, id), null)
}

const requestKeyOf = (userId: string, id: string) => `comment-key:${userId}:${id}`

// `crypto.randomUUID` exists on https only.
const createRequestKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Returns the key under which this draft is sent, each time until it is removed: its response may have been lost. */
export const readRequestKey = (userId: string | null, id: string): string => {
  if (userId === null) return createRequestKey()
  const key = tabStorage.read(requestKeyOf(userId, id)) ?? createRequestKey()
  tabStorage.write(requestKeyOf(userId, id), key)
  return key
}
