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

/** An empty text removes the draft. */
export const storeCommentDraft = (userId: string | null, id: string, text: string): void => {
  if (userId === null) return
  try {
    if (text === '') sessionStorage.removeItem(keyOf(userId, id))
    else sessionStorage.setItem(keyOf(userId, id), text)
  } catch {
    // Without storage there are no drafts.
  }
}
