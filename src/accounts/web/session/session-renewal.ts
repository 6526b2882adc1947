import { SESSION_RENEW_BEFORE_MS, SESSION_RETRY_FIRST_MS, SESSION_RETRY_MAX_MS } from '#accounts/contract/account-limits.ts'

export interface SessionRenewal {
  /** Renews the session that ends at this ISO date, in place of any other. */
  readonly watch: (expiresAt: string) => void
  readonly stop: () => void
}

/** Wait before the given retry, counted from 0: 30 s, 60 s, … 16 min. */
export const retryDelayMs = (attempt: number): number => Math.min(SESSION_RETRY_MAX_MS, SESSION_RETRY_FIRST_MS * 2 ** attempt)

/**
 * Calls `renew` five minutes before the end of the session, and retries if it fails. The caller must watch the new end, and
 * stop when there is no session any more.
 */
export const createSessionRenewal = (renew: () => Promise<void>): SessionRenewal => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = (waitMs: number, failures: number) => {
    const mine = setTimeout(() => {
      renew().catch(() => {
        // Not if the session ended, or was renewed in another tab, in the meantime.
        if (timer === mine) schedule(retryDelayMs(failures), failures + 1)
      })
    }, waitMs)
    timer = mine
  }
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  return {
    stop,
    watch: (expiresAt) => {
      stop()
      schedule(Math.max(0, Date.parse(expiresAt) - SESSION_RENEW_BEFORE_MS - Date.now()), 0)
    },
  }
}
