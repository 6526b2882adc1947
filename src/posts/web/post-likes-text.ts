/** 'Leave a heart', '1 heart', 'n hearts'. */
export const postLikesText = (count: number): string => {
  if (count <= 0) return 'Leave a heart'
  return count === 1 ? '1 heart' : `${count} hearts`
}

/** Number of likes beyond those of the people who are named. */
export const othersText = (count: number): string => (count === 1 ? 'and one more' : `and ${count} more`)
