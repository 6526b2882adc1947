import type { BigBlog } from './big-blog.ts'

/** How much is measured: all of it, or just so much that a test sees each part work. */
export interface Effort {
  /** Posts of the blog that most parts use: more pages than the response cache holds. */
  readonly posts: number
  /** Medians are of so many rounds. */
  readonly rounds: number
  /** Length of one load. */
  readonly seconds: number
  /** Requests of one load that is counted instead, and those before the first round, until V8 has compiled what it compiles. */
  readonly requests: number
  readonly warmUp: number
  /** Requests between two readings of the memory. */
  readonly lifetimeRequests: number
  /** Posts of the small and of the large blog in `size`. */
  readonly sizes: readonly number[]
  /** Photos that are processed at the same time, and their width. */
  readonly photos: { readonly count: number; readonly width: number }
}

export const FULL: Effort = {
  posts: 3000,
  rounds: 3,
  seconds: 3,
  requests: 1000,
  warmUp: 5000,
  lifetimeRequests: 100_000,
  sizes: [5000, 100_000],
  photos: { count: 10, width: 4000 },
}
export const QUICK: Effort = {
  posts: 130,
  rounds: 1,
  seconds: 0.05,
  requests: 32,
  warmUp: 16,
  lifetimeRequests: 100,
  sizes: [100],
  photos: { count: 1, width: 400 },
}

/** What every part is given. */
export interface BenchContext {
  /** Data folder of a blog that parts may start; its file is `kindred.sqlite`. */
  readonly dataDir: string
  readonly blog: BigBlog
  readonly effort: Effort
}
