import type { Post } from '#contract/endpoints/posts.ts'
import { ApiError } from '#web/api/api-error.ts'
import { isSignedOut, isTrouble } from './drafts/server-drafts.ts'
import type { PublishedDraft } from './drafts/draft.ts'
import type { PostText } from './post-text.ts'

/** What is sent at one moment. */
export interface Attempt {
  readonly text: PostText
  readonly draft: PublishedDraft
  readonly baseRevision: number | null
}

interface Parts {
  /** The text as it is now. @throws where it cannot be published */
  readonly read: () => Attempt
  readonly send: (attempt: Attempt) => Promise<Post>
  /** Resolves when the user is signed in again. */
  readonly signIn: () => Promise<void>
  /** Resolves when it is worth another try; null where nobody asked for one. */
  readonly waitForLine: () => Promise<void> | null
}

/**
 * Publishes a text; again where that failed for want of a session, or of a line that the writer waits for.
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
        await (parts.waitForLine() ?? Promise.reject(error))
      } else {
        const isConflict = error instanceof ApiError && error.code === 'edit_conflict'
        ownRevision = isConflict ? await findOwnRevision(parts.send, inDoubt) : null
        if (ownRevision === null) throw error
      }
    }
  }
}

/** The published text may be one of one's own: to send that one again changes nothing, and any other is refused. */
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
