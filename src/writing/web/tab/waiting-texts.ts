import { type DraftSummary, listPostOverview, type OverviewPost } from '#writing/contract/manage-posts.endpoints.ts'
import { isBlogPage } from '#site/contract/blog-pages.ts'
import { OVERVIEW_SIZE } from '#writing/contract/writing-limits.ts'
import type { Api } from '#ui/api/client.ts'

/** What an admin has begun, and what is planned. */
export interface WaitingTexts {
  /** The newest. */
  readonly drafts: readonly DraftSummary[]
  readonly totalDrafts: number
  readonly plans: readonly OverviewPost[]
  readonly totalPlans: number
}

const DRAFTS_SHOWN = 3

export const loadWaitingTexts = async (call: Api): Promise<WaitingTexts> => {
  const { posts, totalPosts, drafts } = await call(listPostOverview, { query: { status: 'planned', limit: OVERVIEW_SIZE } })
  return { drafts: drafts.slice(0, DRAFTS_SHOWN), totalDrafts: drafts.length, plans: posts, totalPlans: totalPosts }
}

export const kindOfDraft = ({ postId }: Pick<DraftSummary, 'postId'>): string =>
  postId === 'new' ? 'a new post' : isBlogPage(postId) ? 'an edit of a page' : 'an edit of a post'

export const draftHref = ({ postId, id }: Pick<DraftSummary, 'postId' | 'id'>): string =>
  postId === 'new' ? `/create-post?draft=${id}` : `/update-post/${postId}`

export const draftTitle = ({ title }: Pick<DraftSummary, 'title'>): string => (title === '' ? 'Without a title' : title)
