import type { CallOutput } from '#contract/api.ts'
import { createStore } from 'zustand/vanilla'
import { browserApi } from '#web/api/browser-api.ts'

/** What waits for an admin: comments that are pending or were reported, and people who ask for an account. */
export interface Waiting {
  readonly comments: number
  readonly requests: number
}

export const toWaiting = ({ totalComments, totalRequests }: CallOutput<'GET /api/comment/attention'>): Waiting => ({
  comments: totalComments,
  requests: totalRequests,
})

/** Null until the server was asked. For admins alone. */
export const attention = createStore<{ readonly waiting: Waiting | null }>(() => ({ waiting: null }))

export const attentionText = (count: number): string => (count === 1 ? '1 comment waits for you' : `${count} comments wait for you`)
export const requestsText = (count: number): string => (count === 1 ? '1 person asks to be let in' : `${count} people ask to be let in`)

/** 'comments', 'requests', or both. */
const TEXTS: Readonly<Record<string, (waiting: Waiting) => readonly [count: number, text: string]>> = {
  comments: ({ comments }) => [comments, attentionText(comments)],
  requests: ({ requests }) => [requests, requestsText(requests)],
  all: ({ comments, requests }) => [
    comments + requests,
    [...(comments === 0 ? [] : [attentionText(comments)]), ...(requests === 0 ? [] : [requestsText(requests)])].join(', '),
  ],
}

/** A failure leaves the number as it is: it is a hint. */
export const refreshAttention = async (): Promise<void> => {
  try {
    attention.setState({ waiting: toWaiting(await browserApi('GET /api/comment/attention')) })
  } catch {
    // The next page asks again.
  }
}

/** Fills in the header's numbers: its HTML is the same for all members. */
export const watchAttention = (): void => {
  attention.subscribe(({ waiting }) => {
    for (const mark of document.querySelectorAll<HTMLElement>('[data-attention]')) {
      const [count, text] = TEXTS[mark.dataset['attention'] ?? '']?.(waiting ?? { comments: 0, requests: 0 }) ?? [0, '']
      mark.hidden = count === 0
      mark.textContent = String(count)
      mark.ariaLabel = text
    }
  })
  void refreshAttention()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshAttention()
  })
}
