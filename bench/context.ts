import type { BigBlog, Unpublished } from './big-blog.ts'

/** Amount of work: `FULL` for measurements, or `QUICK` for a test that each part works. */
export interface Effort {
  /** Posts of the blog that most parts use. `FULL` has more pages than fit into the response cache. */
  readonly posts: number
  /** Rounds per median. */
  readonly rounds: number
  /** Duration of one load. */
  readonly seconds: number
  /**
   * Requests of one load that is limited by count, and requests before the first round, for V8's optimising compiler. All
   * of them together are fewer than a visitor's posts in `QUICK`: `misses` repeats none.
   */
  readonly requests: number
  readonly warmUp: number
  /** Requests between two measurements of memory. */
  readonly lifetimeRequests: number
  /** Posts of the small and of the large blog in `size`. */
  readonly sizes: readonly number[]
  /** Drafts and trash of the blogs in `size`, by `--unpublished`. */
  readonly unpublished?: Unpublished
  /** Number of photos that are processed at the same time, and their width in pixels. */
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
  posts: 180,
  rounds: 1,
  seconds: 0.05,
  requests: 32,
  warmUp: 16,
  lifetimeRequests: 100,
  sizes: [100],
  photos: { count: 1, width: 400 },
}

export const UNPUBLISHED: Unpublished = { admins: 10, draftsPerAdmin: 200, trashed: 20_000 }

/** Argument of every part. */
export interface BenchContext {
  /** Data folder of the generated blog, with `kindred.sqlite`. */
  readonly dataDir: string
  readonly blog: BigBlog
  readonly effort: Effort
}
