import type { Audience } from '#contract/audiences.ts'
import { blogPagePath, isBlogPage } from '#contract/blog-pages.ts'
import type { Post } from '#contract/endpoints/posts.ts'
import { browserApi } from '#web/api/browser-api.ts'
import type { PublishedDraft } from './drafts/draft.ts'
import type { Published } from './drafts/writing-state.ts'
import { EMPTY_POST, type PostText, toPostText } from './post-text.ts'

/** The post, or the page of the blog, that a form writes. */
export interface PublishTarget {
  readonly userId: string
  /** 'new' for a post that is not there yet. */
  readonly postId: string
  /** ISO; of a planned post. */
  readonly plannedFor: string | undefined
  /** Whether the post takes comments, as it is published. */
  readonly commentsOpen: boolean
  /** Who may read it as it is published; of a new post, where nothing is chosen. */
  readonly audience: Audience
}

interface Publication {
  readonly text: PostText
  readonly draft: PublishedDraft
  readonly baseRevision: number | null
  /** ISO; null publishes a planned post now; undefined leaves the time as it is. */
  readonly publishAt: string | null | undefined
  /** Undefined leaves it as it is. */
  readonly commentsOpen: boolean | undefined
}

export const NOT_PUBLISHED: Published = { text: EMPTY_POST, revision: null }

export const toPublished = (post: Post): Published => ({ text: toPostText(post), revision: post.revision })

/** May be called again with the same draft where there was no response: the post is published once. @throws ApiError */
export const publishPost = (target: PublishTarget, publication: Publication): Promise<Post> => {
  const { userId, postId } = target
  const { text, draft, baseRevision, publishAt, commentsOpen } = publication
  const { audience: chosen, ...words } = text
  // What the form shows for a new post is what it gets, also where the settings have changed since.
  const audience = chosen ?? (postId === 'new' ? target.audience : undefined)
  const shared = {
    ...words,
    draft,
    ...(commentsOpen === undefined ? {} : { commentsOpen }),
    ...(audience === undefined ? {} : { audience }),
  }
  if (postId === 'new') return browserApi('POST /api/post/create', { body: { ...shared, ...(publishAt ? { publishAt } : {}) } })
  const body = { ...shared, ...(publishAt === undefined ? {} : { publishAt }), ...(baseRevision === null ? {} : { baseRevision }) }
  return browserApi('PUT /api/post/updatepost/:postId/:userId', { params: { postId, userId }, body })
}

/** The post as it is published now. */
export const readPublished = async (postId: string): Promise<Published> =>
  postId === 'new' ? NOT_PUBLISHED : toPublished(await browserApi('GET /api/post/getpost/:postId', { params: { postId } }))

/** Where the writer goes after publishing. */
export const publishedPath = ({ _id, slug, publishAt }: Post): string => {
  if (isBlogPage(_id)) return blogPagePath({ id: _id, slug })
  return publishAt === undefined ? `/post/${slug}` : '/dashboard?tab=posts&status=planned'
}
