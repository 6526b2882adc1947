import type { Audience } from '#platform/contract/audiences.ts'
import { blogPagePath, isBlogPage } from '#site/contract/blog-pages.ts'
import { createPost, type MailWish, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import type { Api } from '#ui/api/client.ts'
import type { Attempt } from './send-publication.ts'

/** The post or page that a form publishes. */
export interface PublishTarget {
  readonly userId: string
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  /** ISO time of a planned post. */
  readonly plannedFor: string | undefined
  /** Of the blog: the zone of the field for the time. */
  readonly timeZone: string
  /** ISO date of the post; undefined for a new one. */
  readonly date: string | undefined
  /** Whether the published post accepts comments. */
  readonly commentsOpen: boolean
  /** Audience of the published post; for a new post, the default. */
  readonly audience: Audience
}

/** What a publication says beside its text. */
export interface PublishOptions {
  readonly publishAt: Date | 'now' | 'unchanged'
  readonly commentsOpen: boolean | 'unchanged'
  readonly audience: Audience | 'unchanged'
  /** Whether followers get it by mail. */
  readonly mail: MailWish
}

interface Publication extends PublishOptions, Attempt {
  /** The text on the server, and its last save. */
  readonly draft: { readonly id: string; readonly sequence: number }
}

/** The text is long, and the connection may be slow. */
const TIMEOUT_MS = 30_000

/** May be repeated with the same draft if there was no response: the post is published only once. @throws ApiError */
export const publishPost = (api: Api, target: PublishTarget, publication: Publication): Promise<Post> => {
  const { userId, postId } = target
  const { text, draft, baseRevision, publishAt, commentsOpen, audience, mail } = publication
  const { audience: _chosen, ...words } = text
  const shared = {
    ...words,
    publishAt: publishAt instanceof Date ? publishAt.toISOString() : publishAt,
    mail,
    ...(commentsOpen === 'unchanged' ? {} : { commentsOpen }),
    ...(audience === 'unchanged' ? {} : { audience }),
  }
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (postId !== 'new') {
    const body = { ...shared, draft: { sequence: draft.sequence }, baseRevision }
    return api(updatePost, { params: { postId, userId }, body }, options)
  }
  const { id, sequence } = draft
  return api(
    createPost,
    { body: { ...shared, draft: { id, sequence }, publishAt: shared.publishAt === 'unchanged' ? 'now' : shared.publishAt } },
    options,
  )
}

/** Path that the writer is sent to after publishing. */
export const publishedPath = ({ _id, slug, publishAt }: Post): string => {
  if (isBlogPage(_id)) return blogPagePath({ id: _id, slug })
  return publishAt === undefined ? `/post/${slug}` : '/dashboard?tab=posts&status=planned'
}
