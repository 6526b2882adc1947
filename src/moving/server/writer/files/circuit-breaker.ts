import type { Problem } from './fetch-address.ts'

/** Download of a picture or a file. */
type Download<Rest extends unknown[], Result extends object> = (address: string, tries?: number, ...rest: Rest) => Promise<Result | Problem>

/** Failures in a row before a pause: of one site, or of all sites together when the network is down. */
const FAILURES_MAX = { site: 3, all: 10 } as const
const PAUSE_MS = 30_000
const PAUSE_MAX_MS = 15 * 60_000

interface Failures {
  inRow: number
  /** End of the pause. */
  until: number
}

/**
 * Bounds the time that a broken site costs: after `FAILURES_MAX` failures there is one attempt after each pause, and each
 * pause is twice as long. Downloads during a pause fail at once.
 */
export function withCircuitBreaker<Rest extends unknown[], Result extends object>(
  download: Download<Rest, Result>,
  now: () => number = () => performance.now(),
): Download<Rest, Result> {
  const sites = new Map<string, Failures>()
  const all: Failures = { inRow: 0, until: 0 }

  return async (address, tries, ...rest) => {
    const host = URL.canParse(address) ? new URL(address).host : ''
    const site = sites.get(host) ?? { inRow: 0, until: 0 }
    sites.set(host, site)
    if (now() < Math.max(site.until, all.until)) {
      return { problem: 'unreachable', reason: 'its site could not be reached several times, so it was not asked again' }
    }
    const fetched = await download(address, site.inRow === 0 ? tries : 1, ...rest)
    const isDown = 'problem' in fetched && fetched.problem === 'unreachable'
    for (const [failures, max] of [
      [site, FAILURES_MAX.site],
      [all, FAILURES_MAX.all],
    ] as const) {
      failures.inRow = isDown ? failures.inRow + 1 : 0
      if (failures.inRow >= max) failures.until = now() + Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** (failures.inRow - max))
    }
    return fetched
  }
}
