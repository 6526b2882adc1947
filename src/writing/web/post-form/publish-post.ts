import { getPostToEdit } from '#writing/contract/manage-posts.endpoints.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { DraftMark } from '#platform/contract/fields.ts'
import { blogPagePath, isBlogPage } from '#site/contract/blog-pages.ts'
import { createPost, type MailWish, updatePost } from '#writing/contract/edit-posts.endpoints.ts'
import { type Post } from '#posts/contract/posts.endpoints.ts'
import type { Api } from '#ui/api/client.ts'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { Published } from '#writing/web/drafts/writing-state.ts'
import { EMPTY_POST, type PostText, toPostText } from './post-text.ts'

/** The post or page that a form publishes. */
export interface PublishTarget {
  readonly userId: string
  /** 'new' for a post that does not exist yet. */
  readonly postId: string
  /** ISO time of a planned post. */
  readonly plannedFor: string | undefined
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

interface Publication extends PublishOptions {
  readonly text: PostText
  readonly draft: DraftMark
  readonly baseRevision: number | null
}

export const NOT_PUBLISHED: Published = { text: EMPTY_POST, revision: null }

export const toPublished = (post: Post): Published => ({ text: toPostText(post), revision: post.revision })

/** The text is long, and the connection may be slow. */
const TIMEOUT_MS = 30_000

/** May be repeated with the same draft if there was no response: the post is published only once. @throws ApiError */
export const publishPost = (api: Api, target: PublishTarget, publication: Publication): Promise<Post> => {
  const { userId, postId } = target
  const { text, draft, baseRevision, publishAt, commentsOpen, audience, mail } = publication
  const { audience: _chosen, ...words } = text
  const shared = {
    ...words,
    draft,
    publishAt: publishAt instanceof Date ? publishAt.toISOString() : publishAt,
    mail,
    ...(commentsOpen === 'unchanged' ? {} : { commentsOpen }),
    ...(audience === 'unchanged' ? {} : { audience }),
  }
  const options = { signal: AbortSignal.timeout(TIMEOUT_MS) }
  if (postId === 'new') return api(createPost, { body: shared }, options)
  const body = { ...shared, ...(baseRevision === null ? {} : { baseRevision }) }
  return api(updatePost, { params: { postId, userId }, body }, options)
}

/** Loads the published version of the post. */
const readPublished = async (api: Api, postId: string): Promise<Published> =>
  postId === 'new' ? NOT_PUBLISHED : toPublished(await api(getPostToEdit, { params: { postId } }))

/**
 * Shows the published text beside the writer's. A new post may have been published with a lost response, and changed by
 * another admin since: the form then goes on with that post.
 * @returns that post
 */
export const comparePublished = async (api: Api, session: WritingSession, postId: string): Promise<Post | null> => {
  const foundId = postId === 'new' ? await session.findPost() : null
  if (foundId === null) {
    session.compare(await readPublished(api, postId))
    return null
  }
  const post = await api(getPostToEdit, { params: { postId: foundId } })
  const { text } = toPublished(post)
  // No revision is 0: the writer must choose between both texts before this one is published.
  const draft = { ...session.takeMark(), sequence: 0 }
  await session.published({ draft, text, baseRevision: null }, { _id: foundId, revision: 0 })
  session.compare(toPublished(post))
  return post
}

/** Path that the writer is sent to after publishing. */
export const publishedPath = ({ _id, slug, publishAt }: Post): string => {
  if (isBlogPage(_id)) return blogPagePath({ id: _id, slug })
  return publishAt === undefined ? `/post/${slug}` : '/dashboard?tab=posts&status=planned'
}
