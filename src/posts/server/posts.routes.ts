import { isBlogPage } from '#site/contract/blog-pages.ts'
import type { Audience } from '#platform/contract/audiences.ts'
import type { Category } from '#platform/contract/categories.ts'
import type { postEndpoints } from '#posts/contract/posts.endpoints.ts'
import { AppError } from '#platform/contract/errors.ts'
import { RATE_LIMITS, SEARCH_TERM_MAX_LENGTH } from '#platform/contract/limits.ts'
import type { Database, DatabaseTransaction } from '#platform/database/database.ts'
import { parseSearch } from './search/search-words.ts'
import { suggestSearches } from './search/suggest-searches.ts'
import { UNKNOWN_ADDRESS } from '#platform/http/address.ts'
import type { Handlers } from '#platform/http/call-endpoint.ts'
import { commentsTag, listedLikesTag, POSTS_TAG, SITE_TAG, userTags } from '#platform/cache/cache-tags.ts'
import { getSettings } from '#site/server/index.ts'
import { sampleMark } from './sample-posts.ts'
import { createMemoryLimit } from '#platform/process/memory-limit.ts'
import { cleanBody, uploadedCover } from '#writing/server/body/clean-post.ts'
import { type DraftMark, endDraft, endDrafts, findPublished } from '#writing/server/drafts/drafts.store.ts'
import { listPosts, type PostFilter, toSearchFilter } from './list-posts.ts'
import type { NewPlannedPost } from '#writing/server/planned-posts.store.ts'
import type { PostEvents } from './post-events.ts'
import type { ShownPost } from './posts.store.ts'
import { toPost } from './posts.wire.ts'
import { createAnyPost, findAnyPost, updateAnyPost } from '#writing/server/save-post.ts'
import { trashPost } from '#writing/server/trash/trash.store.ts'
import { writePosts } from '#writing/server/write-posts.ts'

interface Dependencies {
  readonly db: Database
  readonly now: () => number
  readonly newId: () => string
  readonly publicUrl: string
  readonly events?: PostEvents | undefined
}

/** Posts and their search (docs/product.md, 7 and 12). */
export function postRoutes({ db, now, newId, publicUrl, events }: Dependencies): Handlers<typeof postEndpoints> {
  const countSearch = createMemoryLimit(RATE_LIMITS.searchesPerAddress)
  return {
    async listPosts({ query, audience, address, addCacheTags }) {
      addCacheTags(POSTS_TAG)
      const filter = readFilter(query)
      // Calls within this process have no address and no limit.
      if (filter.search !== undefined && address !== UNKNOWN_ADDRESS) countSearch(address, now())
      const { startIndex, limit, sort = query.order ?? 'desc' } = query
      const options = { audience, sort, startIndex, limit, now: now(), pinnedFirst: query.pinned === 'first' }
      const page = await listPosts(db, filter, options)
      addCacheTags(...tagsOf(page.posts))
      return {
        posts: page.posts.map((post) => ({ ...toPost(post), ...sampleMark(post, page.sampleIds) })),
        totalPosts: page.total,
        lastMonthPosts: page.lastMonth,
        matchingPosts: page.matching,
        hasSeveralWriters: page.hasSeveralWriters,
        ...(page.matching === 0 ? await suggest(db, query, audience) : {}),
      }
    },

    async createPost({ body, viewer, write }) {
      const post = {
        id: newId(),
        author_id: viewer.id,
        title: body.title,
        category: body.category,
        image_url: uploadedCover(body.image, publicUrl),
        content: await cleanBody(body.content, publicUrl),
        comments_open: toFlag(body.commentsOpen),
        audience: body.audience,
      }
      const created = await writePosts(write, (trx) =>
        createOnce(trx, post, { draft: body.draft, publishAt: body.publishAt, now: now(), events }),
      )
      return toPost(created)
    },

    async updatePost({ params, body, viewer, write }) {
      requireSelf(params.userId, viewer.id)
      const { postId } = params
      const { draft, baseRevision, publishAt } = body
      const changes = await readChanges(body, publicUrl)
      const updated = await writePosts(write, async (trx, invalidate) => {
        if (isBlogPage(postId)) invalidate(SITE_TAG)
        // Comments have the audience of their post.
        if (changes.audience !== undefined) invalidate(commentsTag(postId))
        const row = await updateAnyPost(trx, postId, { changes, now: now(), editorId: viewer.id, baseRevision, publishAt, events })
        if (draft) await endDrafts(trx, { userId: viewer.id, postId }, { marks: [draft, ...draft.replaces], now: now() })
        return row
      })
      return toPost(updated)
    },

    async deletePost({ params, viewer, write }) {
      requireSelf(params.userId, viewer.id)
      await writePosts(write, async (trx, invalidate) => {
        await trashPost(trx, params.postId, { by: viewer.id, now: now() })
        invalidate(commentsTag(params.postId))
      })
      return { success: true, message: 'The post has been deleted.' }
    },
  }
}

const tagsOf = (posts: readonly ShownPost[]): string[] => [
  ...userTags(new Set(posts.flatMap((post) => post.author_id ?? []))),
  ...posts.map(({ id }) => listedLikesTag(id)),
]

interface PostQuery {
  userId?: string | undefined
  postId?: string | undefined
  slug?: string | undefined
  category?: string | undefined
  searchTerm?: string | undefined
}

/** Returns suggestions for a search through lists that found nothing. */
async function suggest(db: Database, query: PostQuery, audience: Audience): Promise<{ suggestions?: string[] }> {
  const filter = readFilter(query)
  const searchFilter = filter.id === undefined && filter.slug === undefined ? toSearchFilter(filter, audience) : null
  if (searchFilter === null) return {}
  const { query: _, ...others } = searchFilter
  const suggestions = await suggestSearches(db, termOf(query), others)
  return suggestions.length === 0 ? {} : { suggestions }
}

const termOf = ({ searchTerm = '' }: PostQuery) => searchTerm.slice(0, SEARCH_TERM_MAX_LENGTH)

/** An empty parameter counts as missing. */
function readFilter(query: PostQuery): PostFilter {
  const given = (value: string | undefined) => (value === '' ? undefined : value)
  return {
    id: given(query.postId),
    slug: given(query.slug),
    authorId: given(query.userId),
    category: given(query.category),
    search: parseSearch(termOf(query)),
  }
}

type Changes = Partial<{
  title: string
  category: Category
  image: string | null
  content: string
  commentsOpen: boolean
  audience: Audience
}>

const toFlag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)

async function readChanges(body: Changes, publicUrl: string) {
  return {
    ...(body.title === undefined ? {} : { title: body.title }),
    ...(body.category === undefined ? {} : { category: body.category }),
    ...(body.image === undefined ? {} : { image_url: uploadedCover(body.image, publicUrl) }),
    ...(body.content === undefined ? {} : { content: await cleanBody(body.content, publicUrl) }),
    ...(body.commentsOpen === undefined ? {} : { comments_open: toFlag(body.commentsOpen) }),
    ...(body.audience === undefined ? {} : { audience: body.audience }),
  }
}

/** Checks the id in the path against the session, which alone identifies the user (docs/product.md, 6). */
function requireSelf(userId: string, viewerId: string): void {
  if (userId !== viewerId) throw new AppError('forbidden', 'You can only do this in your own name.')
}

type NewPost = Omit<NewPlannedPost, 'publish_at' | 'updated_at' | 'audience'> & {
  readonly author_id: string
  /** Undefined for the default in the settings. */
  readonly audience: Audience | undefined
}

type PublishedDraft = DraftMark & { readonly replaces: readonly DraftMark[] }

/** Creates a post. A retry after a lost response, with the same draft or one that continues it, updates the post of the first call. */
async function createOnce(
  trx: DatabaseTransaction,
  post: NewPost,
  {
    draft,
    ...timing
  }: { draft: PublishedDraft | undefined; now: number; publishAt: number | null | undefined; events: PostEvents | undefined },
) {
  const create = async () => createAnyPost(trx, { ...post, audience: post.audience ?? (await getSettings(trx)).defaultAudience }, timing)
  if (!draft) return create()
  const { author_id: userId, title, category, image_url, content, comments_open, audience } = post
  const id = await findPublished(trx, userId, [draft, ...draft.replaces])
  const existing = id === undefined ? undefined : await findAnyPost(trx, id)
  const changes = {
    title,
    category,
    image_url,
    content,
    ...(comments_open === undefined ? {} : { comments_open }),
    ...(audience === undefined ? {} : { audience }),
  }
  const row = existing ? await updateAnyPost(trx, existing.id, { changes, ...timing, editorId: userId }) : await create()
  const scope = { userId, postId: 'new' }
  await endDraft(trx, scope, { mark: draft, now: timing.now, publishedAs: row.id })
  await endDrafts(trx, scope, { marks: draft.replaces, now: timing.now })
  return row
}
