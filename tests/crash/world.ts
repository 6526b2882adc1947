import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export interface KnownPost {
  readonly id: string
  /** The word that stands in every version of it. */
  readonly marker: string
  /** Words of all versions that were ever sent. */
  readonly versions: string[]
}

export interface KnownComment {
  readonly id: string
  readonly marker: string
  readonly userId: string
}

/** What the clients know of the blog, together. */
export interface World {
  readonly ledger: Ledger
  readonly random: Random
  /** Open for comments, and never deleted. */
  readonly openPosts: KnownPost[]
  readonly comments: KnownComment[]
  /** Posts that were written to since the last check, by marker, with all words they ever had. */
  readonly touched: Map<string, string[]>
  /** Addresses of pictures that were given out. */
  readonly pictures: string[]
  /** What is wrong, in words. */
  readonly problems: string[]
}

/** One who writes: does one thing a turn. */
export interface Client {
  readonly name: string
  /** @throws Refused, InDoubt */
  readonly turn: () => Promise<void>
  /** False while something that it began has to be gone on with. */
  readonly isIdle?: () => boolean
}

export const postKey = (marker: string) => `post ${marker}`
export const commentKey = (marker: string) => `comment ${marker}`
export const likeKey = (marker: string, userId: string) => `like ${marker} ${userId}`

export const titleOf = (marker: string, version: string) => `Story ${marker} ${version}`
export const bodyOf = (marker: string, version: string) => `<p>Body ${marker} ${version}</p>`
export const noteOf = (marker: string, version: string) => `Note ${marker} ${version}`
export const TITLE = /^Story (\w+) (\w+)$/
export const BODY = /Body (\w+) (\w+)/
export const NOTE = /^Note (\w+) (\w+)$/
