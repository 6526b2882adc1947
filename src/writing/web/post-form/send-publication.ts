import type { DraftMark } from '#platform/contract/fields.ts'
import type { Post } from '#posts/contract/posts.endpoints.ts'
import { isDraftConflict, isSignedOut, isTrouble } from '#writing/web/drafts/server-drafts.ts'
import type { PostText } from './post-text.ts'

/** Text and revision of one attempt. */
export interface Attempt {
  readonly text: PostText
  readonly draft: DraftMark
  readonly baseRevision: number | null
}

interface Parts {
  /** Returns the current text. @throws if it cannot be published */
  readonly read: () => Attempt
  readonly send: (attempt: Attempt) => Promise<Post>
  /** Makes the text a draft of its own. */
  readonly fork: () => void
  /** Resolves when the user is signed in again. */
  readonly signIn: () => Promise<void>
  /** Resolves when another attempt is worthwhile; null if the writer does not wait. */
  readonly waitForConnection: () => Promise<void> | null
}

/**
 * Publishes a text. Retries after the user has signed in again, after the connection has come back if the writer waits,
 * and as another draft if another form has continued this one. The server publishes each draft once, so an attempt whose
 * response was lost can be repeated.
 *
 * @throws ApiError
 */
export const sendPublication = async ({
  read,
  send,
  fork,
  signIn,
  waitForConnection,
}: Parts): Promise<{ post: Post; attempt: Attempt }> => {
  for (;;) {
    const attempt = read()
    try {
      return { post: await send(attempt), attempt }
    } catch (error) {
      if (isSignedOut(error)) await signIn().catch(() => Promise.reject(error))
      else if (isDraftConflict(error)) fork()
      else if (isTrouble(error)) await (waitForConnection() ?? Promise.reject(error))
      else throw error
    }
  }
}
