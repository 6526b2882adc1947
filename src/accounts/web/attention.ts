import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import { plural } from '#platform/contract/plural.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { createStore } from 'zustand/vanilla'
import { browserApi } from '#ui/api/browser-api.ts'

/** Numbers of what an admin should see: comments that are pending or reported, those since the last visit, sign-up requests. */
export interface AttentionCounts {
  readonly comments: number
  readonly newComments: number
  readonly requests: number
}

export const toAttentionCounts = ({ totalComments, newComments, totalRequests }: CallOutput<typeof countAttention>): AttentionCounts => ({
  comments: totalComments,
  newComments,
  requests: totalRequests,
})

/** Null until loaded. For admins only. */
export const attention = createStore<{ readonly waiting: AttentionCounts | null }>(() => ({ waiting: null }))

export const attentionText = (count: number): string => plural(count, '1 comment waits for you', 'comments wait for you')
export const requestsText = (count: number): string => plural(count, '1 person asks to be let in', 'people ask to be let in')

export const newCommentsText = (count: number): string => plural(count, '1 new comment', 'new comments')

const textOf = ({ comments, newComments, requests }: AttentionCounts): string =>
  [
    ...(comments === 0 ? [] : [attentionText(comments)]),
    ...(newComments === 0 ? [] : [newCommentsText(newComments)]),
    ...(requests === 0 ? [] : [requestsText(requests)]),
  ].join(', ')

/** By value of `data-attention`. */
const TEXTS: Readonly<Record<string, (waiting: AttentionCounts) => readonly [count: number, text: string]>> = {
  comments: (counts) => [counts.comments + counts.newComments, textOf({ ...counts, requests: 0 })],
  requests: ({ requests }) => [requests, requestsText(requests)],
  all: (counts) => [counts.comments + counts.newComments + counts.requests, textOf(counts)],
}

/** On failure the number stays unchanged: it is only a hint. */
export const refreshAttention = async (): Promise<void> => {
  try {
    attention.setState({ waiting: toAttentionCounts(await browserApi(countAttention)) })
  } catch {
    // The next page load tries again.
  }
}

/** Fills in the numbers in the header, whose HTML is the same for all members. */
export const watchAttention = (): void => {
  attention.subscribe(({ waiting }) => {
    for (const badge of document.querySelectorAll<HTMLElement>('[data-attention]')) {
      const [count, text] = TEXTS[badge.dataset['attention'] ?? '']?.(waiting ?? { comments: 0, newComments: 0, requests: 0 }) ?? [0, '']
      badge.hidden = count === 0
      badge.textContent = String(count)
      badge.ariaLabel = text
    }
  })
  void refreshAttention()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshAttention()
  })
}
