import type { Post } from '#posts/contract/posts.endpoints.ts'
import { isSignedOut, isTrouble } from '#writing/web/drafts/server-drafts.ts'
import type { PostText } from './post-text.ts'

/** Text of one attempt, and revision of the post that it replaces. */
export interface Attempt {
  readonly text: PostText
  readonly baseRevision: number
}

interface Parts {
  /** Returns the current text. @throws if it cannot be published */
  readonly read: () => Attempt
  readonly send: (attempt: Attempt) => Promise<Post>
  /** Whether a refused attempt can be repeated. */
  readonly mayRepeat: (error: unknown) => Promise<boolean>
  /** Resolves when the user is signed in again. */
  readonly signIn: () => Promise<void>
  /** Resolves when another attempt is worthwhile; null if the writer does not wait. */
  readonly waitForConnection: () => Promise<void> | null
}

/** Of those that were refused. */
const REPEATS_MAX = 3

/**
 * Publishes a text. Retries after the user has signed in again, after the connection has come back if the writer waits, and
 * where nothing but the number of the last save was unknown. An attempt whose response was lost can be repeated.
 *
 * @throws ApiError
 */
export const sendPublication = async (parts: Parts): Promise<{ post: Post; attempt: Attempt }> => {
  const { read, send, mayRepeat, signIn, waitForConnection } = parts
  for (let repeats = 0; ;) {
    const attempt = read()
    try {
      return { post: await send(attempt), attempt }
    } catch (error) {
      if (isSignedOut(error)) await signIn().catch(() => Promise.reject(error))
      else if (isTrouble(error)) await (waitForConnection() ?? Promise.reject(error))
      else if (repeats < REPEATS_MAX && (await mayRepeat(error))) repeats += 1
      else throw error
    }
  }
}
