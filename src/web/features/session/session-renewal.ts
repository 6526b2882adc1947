import { SESSION_RENEW_BEFORE_MS, SESSION_RETRY_FIRST_MS, SESSION_RETRY_MAX_MS } from '#contract/limits.ts'

/** What came of one renewal: a new end, no answer that counts, or the news that the session is over. */
export type RenewalResult =
  | { readonly kind: 'renewed'; readonly expiresAt: string }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ended' }

export interface RenewalPorts {
  readonly now: () => number
  /** Calls back after so many milliseconds; answers how to call it off. */
  readonly after: (ms: number, callback: () => void) => () => void
  readonly renew: () => Promise<RenewalResult>
  readonly onEnded: () => void
  /** Whether this tab is the one that renews for all. */
  readonly leads: () => boolean
}

export interface SessionRenewal {
  /** Watches a session that ends at this ISO date, in place of any other. */
  readonly watch: (expiresAt: string) => void
  readonly stop: () => void
}

/** Wait before the given retry, counted from 0: 30 s, 60 s, … 16 min (docs/product.md, 4). */
export const retryDelayMs = (attempt: number): number => Math.min(SESSION_RETRY_MAX_MS, SESSION_RETRY_FIRST_MS * 2 ** attempt)

/** The other tabs step in only where the one that leads did not: a phone may have put it to sleep. */
const FOLLOWER_BEFORE_MS = SESSION_RENEW_BEFORE_MS / 2

/** Renews a session five minutes before its end, and again and again until an answer comes (docs/product.md, 4). */
export const createSessionRenewal = (ports: RenewalPorts): SessionRenewal => {
  let cancel = () => {}
  let generation = 0

  const stop = () => {
    generation += 1
    cancel()
    cancel = () => {}
  }
  const attempt = async (mine: number, failures: number): Promise<void> => {
    const result = await ports.renew()
    if (mine !== generation) return
    if (result.kind === 'renewed') watch(result.expiresAt)
    else if (result.kind === 'ended') ports.onEnded()
    else cancel = ports.after(retryDelayMs(failures), () => void attempt(mine, failures + 1))
  }
  const watch = (expiresAt: string) => {
    stop()
    const mine = generation
    const beforeMs = ports.leads() ? SESSION_RENEW_BEFORE_MS : FOLLOWER_BEFORE_MS
    const waitMs = Math.max(0, Date.parse(expiresAt) - beforeMs - ports.now())
    cancel = ports.after(waitMs, () => void attempt(mine, 0))
  }
  return { watch, stop }
}
