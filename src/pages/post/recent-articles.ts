import { RECENT_ARTICLES_SIZE } from '#platform/contract/limits.ts'

/** Number of posts to load, so that three are left without the current one. */
export const RECENT_ARTICLES_ASKED = RECENT_ARTICLES_SIZE + 1

/** Chooses the three newest other posts. If there are fewer, the current post fills up the list, but never alone. */
export const chooseRecent = <T extends { readonly _id: string }>(newest: readonly T[], currentId: string): readonly T[] => {
  const others = newest.filter((post) => post._id !== currentId)
  if (others.length === 0) return []
  return (others.length < RECENT_ARTICLES_SIZE ? newest : others).slice(0, RECENT_ARTICLES_SIZE)
}
