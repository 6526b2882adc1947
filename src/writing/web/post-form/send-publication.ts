import type { Post } from '#posts/contract/posts.endpoints.ts'
import { ApiError } from '#ui/api/api-error.ts'
import { isSignedOut, isTrouble } from '#writing/web/drafts/server-drafts.ts'
import type { PublishedDraft } from '#writing/web/drafts/draft.ts'
import type { PostText } from './post-text.ts'

/** Text and revision of one attempt. */
export interface Attempt {
  readonly text: PostText
  readonly draft: PublishedDraft
  readonly baseRevision: number | null
}

interface Parts {
  /** Returns the current text. @throws if it cannot be published */
  readonly read: () => Attempt
  readonly send: (attempt: Attempt) => Promise<Post>
  /** Resolves when the user is signed in again. */
  readonly signIn: () => Promise<void>
  /** Resolves when another attempt is worthwhile; null if the writer does not wait. */
  readonly waitForConnection: () => Promise<void> | null
}

/**
 * Publishes a text. Retries after the user has signed in again, and after the connection has come back if the writer waits.
 *
 * @param inDoubt attempts without a response, of this call and of earlier ones: each may have been published
 * @throws ApiError
 */
export const sendPublication = async (parts: Parts, inDoubt: Attempt[]): Promise<{ post: Post; attempt: Attempt }> => {
  let ownRevision: number | null = null
  for (;;) {
    const attempt = parts.read()
    const sent = ownRevision === null ? attempt : { ...attempt, baseRevision: ownRevision }
    try {
      const post = await parts.send(sent)
      inDoubt.length = 0
      return { post, attempt }
    } catch (error) {
      if (isSignedOut(error)) await parts.signIn().catch(() => Promise.reject(error))
      else if (isTrouble(error)) {
        inDoubt.push(sent)
        await (parts.waitForConnection() ?? Promise.reject(error))
      } else {
        const isConflict = error instanceof ApiError && error.code === 'edit_conflict'
        ownRevision = isConflict ? await findOwnRevision(parts.send, inDoubt) : null
        if (ownRevision === null) throw error
      }
    }
  }
}

/**
 * Finds the revision of the writer's own attempt, if the published text is one: sending it again changes nothing, and
 * any other attempt is refused.
 */
const findOwnRevision = async (send: Parts['send'], inDoubt: Attempt[]): Promise<number | null> => {
  for (let attempt = inDoubt.pop(); attempt !== undefined; attempt = inDoubt.pop()) {
    try {
      return (await send(attempt)).revision
    } catch (error) {
      if (isTrouble(error) || isSignedOut(error)) throw error
    }
  }
  return null
}
