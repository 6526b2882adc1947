/** Choices beside the text of a post, published with it. */
type Choice = 'publish-at' | 'comments'

const keyOf = (choice: Choice, postId: string) => `${choice}:${postId}`

/** Stored, because a phone may discard the tab: without its choice, a planned post would be published at once. */
export const readStoredChoice = (choice: Choice, postId: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(choice, postId))
  } catch {
    return null
  }
}

/** @param value null removes it */
export const storeChoice = (choice: Choice, postId: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(choice, postId))
    else sessionStorage.setItem(keyOf(choice, postId), value)
  } catch {
    // Without storage, no choice is remembered.
  }
}
