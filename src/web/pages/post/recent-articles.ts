import { RECENT_ARTICLES_SIZE } from '#contract/limits.ts'

/** How many posts to ask for, so that three are left without the one being read. */
export const RECENT_ARTICLES_ASKED = RECENT_ARTICLES_SIZE + 1

/** The three newest but the one being read; it fills up where there are no three others, and never stands alone. */
export const chooseRecent = <T extends { readonly _id: string }>(newest: readonly T[], currentId: string): readonly T[] => {
  const others = newest.filter((post) => post._id !== currentId)
  if (others.length === 0) return []
  return (others.length < RECENT_ARTICLES_SIZE ? newest : others).slice(0, RECENT_ARTICLES_SIZE)
}
