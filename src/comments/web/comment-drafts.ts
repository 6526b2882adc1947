const keyOf = (userId: string, id: string) => `comment-draft:${userId}:${id}`

/**
 * Reads a text that a user typed and did not send. The tab stores it through a sign-in or a reload, for each user.
 * @param id of the post for a new comment, of the comment for an edited one, `replyDraftId` for a reply
 */
export const readCommentDraft = (userId: string | null, id: string): string => {
  if (userId === null) return ''
  try {
    return sessionStorage.getItem(keyOf(userId, id)) ?? ''
  } catch {
    return ''
  }
}

export const replyDraftId = (repliedToId: string) => `reply:${repliedToId}`

/** An empty text removes the draft, and the key of its request: the next text is another comment. */
export const storeCommentDraft = (userId: string | null, id: string, text: string): void => {
  if (userId === null) return
  try {
    if (text === '') {
      sessionStorage.removeItem(keyOf(userId, id))
      sessionStorage.removeItem(requestKeyOf(userId, id))
    } else sessionStorage.setItem(keyOf(userId, id), text)
  } catch {
    // Without storage there are no drafts.
  }
}

const requestKeyOf = (userId: string, id: string) => `comment-key:${userId}:${id}`

// `crypto.randomUUID` exists on https only.
const createRequestKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Returns the key under which this draft is sent, each time until it is removed: its response may have been lost. */
export const readRequestKey = (userId: string | null, id: string): string => {
  const created = createRequestKey()
  if (userId === null) return created
  try {
    const stored = sessionStorage.getItem(requestKeyOf(userId, id))
    if (stored === null) sessionStorage.setItem(requestKeyOf(userId, id), created)
    return stored ?? created
  } catch {
    return created
  }
}
