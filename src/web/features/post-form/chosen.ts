/** What is chosen beside the text of a post, and sent with it. */
type Choice = 'publish-at' | 'comments'

const keyOf = (choice: Choice, postId: string) => `${choice}:${postId}`

/** A choice outlives a tab that the phone has thrown away, as the text does: else the post would be published at once, say. */
export const readChosen = (choice: Choice, postId: string): string | null => {
  try {
    return sessionStorage.getItem(keyOf(choice, postId))
  } catch {
    return null
  }
}

/** @param value null removes it */
export const storeChosen = (choice: Choice, postId: string, value: string | null): void => {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(choice, postId))
    else sessionStorage.setItem(keyOf(choice, postId), value)
  } catch {
    // A browser that forbids storage keeps no choices.
  }
}
