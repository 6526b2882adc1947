import { AppError } from '#contract/errors.ts'
import type { RateLimit } from '#contract/limits.ts'

interface Window {
  count: number
  readonly endsAt: number
}

/** Keys that are remembered; with more, the ones that came first are forgotten. */
const KEYS_MAX = 20_000

/**
 * A limit for what only reads, kept by this process alone: counting it in the database would make a write of each read.
 * @returns what counts one use, or throws rate_limited
 */
export function createMemoryLimit(limit: RateLimit): (key: string, now: number) => void {
  const windows = new Map<string, Window>()
  return (key, now) => {
    const known = windows.get(key)
    if (known && known.endsAt > now) {
      known.count += 1
      if (known.count <= limit.max) return
      throw new AppError('rate_limited', undefined, { retryAfterSeconds: Math.max(1, Math.ceil((known.endsAt - now) / 1000)) })
    }
    // Inserted again, so that the map stays in the order of its windows.
    windows.delete(key)
    windows.set(key, { count: 1, endsAt: now + limit.windowMs })
    if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value ?? '')
  }
}
