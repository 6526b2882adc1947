import { countAttention } from '#accounts/contract/attention.endpoints.ts'
import type { CallOutput } from '#platform/contract/endpoint.ts'
import { createStore } from 'zustand/vanilla'
import { browserApi } from '#ui/api/browser-api.ts'

/** Numbers of items that wait for an admin: pending or reported comments, and sign-up requests. */
export interface AttentionCounts {
  readonly comments: number
  readonly requests: number
}

export const toAttentionCounts = ({ totalComments, totalRequests }: CallOutput<typeof countAttention>): AttentionCounts => ({
  comments: totalComments,
  requests: totalRequests,
})

/** Null until loaded. For admins only. */
export const attention = createStore<{ readonly waiting: AttentionCounts | null }>(() => ({ waiting: null }))

export const attentionText = (count: number): string => (count === 1 ? '1 comment waits for you' : `${count} comments wait for you`)
export const requestsText = (count: number): string => (count === 1 ? '1 person asks to be let in' : `${count} people ask to be let in`)

/** By value of `data-attention`. */
const TEXTS: Readonly<Record<string, (waiting: AttentionCounts) => readonly [count: number, text: string]>> = {
  comments: ({ comments }) => [comments, attentionText(comments)],
  requests: ({ requests }) => [requests, requestsText(requests)],
  all: ({ comments, requests }) => [
    comments + requests,
    [...(comments === 0 ? [] : [attentionText(comments)]), ...(requests === 0 ? [] : [requestsText(requests)])].join(', '),
  ],
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
      const [count, text] = TEXTS[badge.dataset['attention'] ?? '']?.(waiting ?? { comments: 0, requests: 0 }) ?? [0, '']
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
