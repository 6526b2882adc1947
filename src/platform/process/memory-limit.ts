import { AppError } from '#platform/contract/errors.ts'
import type { RateLimit } from '#platform/contract/limits.ts'

interface Window {
  count: number
  readonly endsAt: number
}

/** Maximum number of keys in memory; beyond it, the oldest are evicted. */
const KEYS_MAX = 20_000

/**
 * Creates a limit for reads, counted in this process only: counting in the database would turn each read into a write.
 * @returns a function that counts one use, or throws rate_limited
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
    // Re-inserted, so that the map stays ordered by the start of the windows.
    windows.delete(key)
    windows.set(key, { count: 1, endsAt: now + limit.windowMs })
    if (windows.size > KEYS_MAX) windows.delete(windows.keys().next().value ?? '')
  }
}
