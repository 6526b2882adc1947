const KEY = 'hearts'
/** Posts that are remembered, the last ones. */
const REMEMBERED_MAX = 500

/** Posts that a visitor has given a heart on this device: the server could not tell, and pages are shared. */
export const readGiven = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const rememberGiven = (postId: string, isGiven: boolean): void => {
  const others = readGiven().filter((id) => id !== postId)
  try {
    localStorage.setItem(KEY, JSON.stringify(isGiven ? [...others, postId].slice(-REMEMBERED_MAX) : others))
  } catch {
    // A browser that stores nothing shows the heart as given until the page is left.
  }
}
