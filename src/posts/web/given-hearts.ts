const KEY = 'hearts'
/** Number of posts to store, the latest ones. */
const STORED_MAX = 500

/** Posts that a visitor has given a heart on this device. Stored here, because pages are shared and the server does not know visitors. */
export const readGivenHearts = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const storeGivenHeart = (postId: string, isGiven: boolean): void => {
  const others = readGivenHearts().filter((id) => id !== postId)
  try {
    localStorage.setItem(KEY, JSON.stringify(isGiven ? [...others, postId].slice(-STORED_MAX) : others))
  } catch {
    // Without storage the heart is shown as given until the page is left.
  }
}
