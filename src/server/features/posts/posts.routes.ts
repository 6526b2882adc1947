import type { Category } from '#contract/categories.ts'
import { AppError } from '#contract/errors.ts'
import { RATE_LIMITS, SEARCH_TERM_MAX_LENGTH } from '#contract/limits.ts'
import { type Database, type DatabaseTransaction, isUniqueViolation, lockInTransaction } from '#server/platform/database/database.ts'
import { parseSearch } from '#server/platform/database/search-words.ts'
import { UNKNOWN_ADDRESS } from '#server/platform/http/address.ts'
import type { Handlers } from '#server/platform/http/call-endpoint.ts'
import { commentsTag, POSTS_TAG } from '#server/platform/cache/cache-tags.ts'
import type { ChangeFeed } from '#server/platform/cache/change-feed.ts'
import { createMemoryLimit } from '#server/platform/memory-limit.ts'
import { ownPicturePath } from '#server/features/picture-addresses.ts'
import { createPost, deletePost, getPost, listPosts, type PostFilter, updatePost } from './posts.store.ts'
import { toPost } from './posts.wire.ts'
import { isEmptyBody, sanitizeBody } from './sanitize-body.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly write: ChangeFeed['write']
}

type PostCalls =
  | 'GET /api/post/getposts'
  | 'POST /api/post/create'
  | 'PUT /api/post/updatepost/:postId/:userId'
  | 'DELETE /api/post/deletepost/:postId/:userId'

/** Posts and the search for them (spec §7; decisions, Posts). */
export function postRoutes({ db, now, newId, publicUrl, write }: Dependencies): Handlers<PostCalls> {
  const countSearch = createMemoryLimit(RATE_LIMITS.searchesPerAddress)
  return {
    async 'GET /api/post/getposts'({ query, address, madeFrom }) {
      madeFrom(POSTS_TAG)
      const filter = readFilter(query)
      // A call from within this process has no address, and nobody to slow down.
      if (filter.search !== undefined && address !== UNKNOWN_ADDRESS) countSearch(address, now())
      const { startIndex, limit } = query
      const page = await listPosts(db, filter, { sort: query.sort ?? query.order ?? 'desc', startIndex, limit, now: now() })
      return {
        posts: page.posts.map(toPost),
        totalPosts: page.total,
        lastMonthPosts: page.lastMonth,
        matchingPosts: page.matching,
      }
    },

    async 'POST /api/post/create'({ body, viewer }) {
      const at = now()
      const post = {
        id: newId(),
        author_id: viewer.id,
        title: body.title,
        category: body.category,
        image_url: uploadedCover(body.image, publicUrl),
        content: cleanBody(body.content, publicUrl),
        created_at: at,
        updated_at: at,
      }
      return toPost(await withSlugLock(write, (trx) => createPost(trx, post)))
    },

    async 'PUT /api/post/updatepost/:postId/:userId'({ params, body, viewer }) {
      requireSelf(params.userId, viewer.id)
      const changes = readChanges(body, publicUrl)
      return toPost(await withSlugLock(write, (trx) => updatePost(trx, params.postId, { changes, now: now() })))
    },

    async 'DELETE /api/post/deletepost/:postId/:userId'({ params, viewer }) {
      requireSelf(params.userId, viewer.id)
      await write(async (trx, changed) => {
        const post = await getPost(trx, params.postId)
        await deletePost(trx, post.id)
        changed(POSTS_TAG, commentsTag(post.id))
      })
      return { success: true, message: 'The post has been deleted.' }
    },
  }
}

interface PostQuery {
  userId?: string | undefined
  postId?: string | undefined
  slug?: string | undefined
  category?: string | undefined
  searchTerm?: string | undefined
}

/** An empty parameter is one that was left out. */
function readFilter(query: PostQuery): PostFilter {
  const given = (value: string | undefined) => (value === '' ? undefined : value)
  return {
    id: given(query.postId),
    slug: given(query.slug),
    authorId: given(query.userId),
    category: given(query.category),
    search: parseSearch((query.searchTerm ?? '').slice(0, SEARCH_TERM_MAX_LENGTH)),
  }
}

function readChanges(body: { title?: string; category?: Category; image?: string | null; content?: string }, publicUrl: string) {
  return {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.category === undefined ? {} : { category: body.category }),
    ...(body.image === undefined ? {} : { image_url: uploadedCover(body.image, publicUrl) }),
    ...(body.content === undefined ? {} : { content: cleanBody(body.content, publicUrl) }),
  }
}

/** Another site's picture is left out, as it is in the body, and the drawn cover shows; so does the drawn cover's own address. */
function uploadedCover(address: string | null | undefined, publicUrl: string): string | null {
  const path = address ? ownPicturePath(address, publicUrl) : null
  return path === null || path.startsWith('/drawings/') ? null : path
}

/** @throws bad_request when nothing is left to read */
function cleanBody(html: string, publicUrl: string): string {
  const body = sanitizeBody(html, publicUrl)
  if (isEmptyBody(body)) throw new AppError('bad_request', 'Please write something.')
  return body
}

/** Who acts comes from the session alone (decisions, HTTP). */
function requireSelf(userId: string, viewerId: string): void {
  if (userId !== viewerId) throw new AppError('forbidden', 'You can only do this in your own name.')
}

/** Two posts of one title at the same moment must not fight for one slug. */
async function withSlugLock<T>(write: ChangeFeed['write'], work: (trx: DatabaseTransaction) => Promise<T>): Promise<T> {
  try {
    return await write(async (trx, changed) => {
      await lockInTransaction(trx, 'post slugs')
      changed(POSTS_TAG)
      return work(trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError('conflict', 'Another post took this title at the same moment. Please try again.')
    throw error
  }
}
