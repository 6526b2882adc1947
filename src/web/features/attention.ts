import { createStore } from 'zustand/vanilla'
import { browserApi } from '#web/api/browser-api.ts'

/** How many comments are pending or were reported; null until the server was asked. For admins alone. */
export const attention = createStore<{ readonly count: number | null }>(() => ({ count: null }))

export const attentionText = (count: number): string => (count === 1 ? '1 comment waits for you' : `${count} comments wait for you`)

/** A failure leaves the number as it is: it is a hint. */
export const refreshAttention = async (): Promise<void> => {
  try {
    attention.setState({ count: (await browserApi('GET /api/comment/attention')).totalComments })
  } catch {
    // The next page asks again.
  }
}

/** Fills in the header's numbers: its HTML is the same for all members. */
export const watchAttention = (): void => {
  attention.subscribe(({ count }) => {
    for (const mark of document.querySelectorAll<HTMLElement>('[data-attention]')) {
      mark.hidden = count === null || count === 0
      mark.textContent = String(count)
      mark.ariaLabel = attentionText(count ?? 0)
    }
  })
  void refreshAttention()
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void refreshAttention()
  })
}
