import type { Ledger } from './ledger.ts'
import type { Random } from './random.ts'

export interface KnownPost {
  readonly id: string
  /** Unique word that every version contains. */
  readonly marker: string
  /** Words of all versions that were ever sent. */
  readonly versions: string[]
}

export interface KnownComment {
  readonly id: string
  readonly marker: string
  readonly userId: string
}

/** State of the blog as known to all clients. */
export interface World {
  readonly ledger: Ledger
  readonly random: Random
  /** Posts that accept comments and are never deleted. */
  readonly openPosts: KnownPost[]
  readonly comments: KnownComment[]
  /** Posts written since the last check, by marker, with the words of all their versions. */
  readonly touched: Map<string, string[]>
  /** Addresses of finished pictures. */
  readonly pictures: string[]
  /** Lost or damaged data, a line each. */
  readonly problems: string[]
}

/** Simulated user; `act` performs one action. */
export interface Client {
  readonly name: string
  /** @throws Refused, InDoubt */
  readonly act: () => Promise<void>
  /** False while an action, such as an upload, is unfinished. */
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
