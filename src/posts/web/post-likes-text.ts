import { plural } from '#platform/contract/plural.ts'

/** 'Leave a heart', '1 heart', 'n hearts'. */
export const postLikesText = (count: number): string => (count <= 0 ? 'Leave a heart' : plural(count, '1 heart', 'hearts'))

/** Number of likes beyond those of the people who are named. */
export const othersText = (count: number): string => (count === 1 ? 'and one more' : `and ${count} more`)
