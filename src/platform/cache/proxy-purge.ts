import { SECOND_MS } from '#platform/contract/limits.ts'
import type { Logger } from '#platform/process/logger.ts'
import { isLate, LATE_MAX_MS } from './cache-tags.ts'
import type { ChangeFeed, InvalidatedCache } from './change-feed.ts'

/** A tag of every response, for changes of everything. */
const ALL = 'all'
/** How long a proxy may keep a response that nothing has purged: counts change with the date, and a purge may be lost. */
const KEPT_S = 300
const PURGE_MAX_MS = 2 * SECOND_MS
/** After a purge, once more: a response that was on its way to the proxy may have arrived after the first. */
const AGAIN_MS = SECOND_MS
/** More tags are announced as everything: proxies limit the length of a header. */
const TAGS_MAX = 100

/** Headers that only the proxy reads, and removes: which data a public response shows, and how long it may be kept. */
export const headersForProxy = (tags: readonly string[]): Readonly<Record<string, string>> => ({
  'surrogate-key': [ALL, ...tags].join(' '),
  'cache-tag': [ALL, ...tags].join(','),
  'surrogate-control': `max-age=${KEPT_S}`,
})

export interface ProxyPurge extends InvalidatedCache {
  /** Resolves when the proxy has purged what was invalidated so far, or did not respond in time. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

/** Tells a caching proxy in front which of its responses are out of date (decision 85). */
export function createProxyPurge({ url, logger }: { readonly url: string; readonly logger: Logger }): ProxyPurge {
  const timers = new Set<NodeJS.Timeout>()
  let waiting = new Set<string>()
  let running: Promise<void> = Promise.resolve()
  /** What the proxy has not taken. */
  const missed = new Set<string>()
  let isFailing = false

  const later = (ms: number, work: () => unknown) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer.unref())
  }
  function sendMissed() {
    const tags = new Set(missed)
    missed.clear()
    return send(tags)
  }
  async function send(tags: ReadonlySet<string>): Promise<void> {
    const keys = tags.size > TAGS_MAX ? ALL : [...tags].join(' ')
    try {
      const headers = { 'Surrogate-Key': keys, 'Cache-Tag': keys.replaceAll(' ', ',') }
      const response = await fetch(url, { method: 'PURGE', headers, signal: AbortSignal.timeout(PURGE_MAX_MS) })
      if (!response.ok) throw new Error(`The proxy responded with ${response.status}.`)
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, 'the proxy at PURGE_URL did not take a purge; it is tried again every second')
      isFailing = true
      if (missed.size === 0) later(AGAIN_MS, sendMissed)
      for (const tag of tags) missed.add(tag)
    }
  }
  /** All changes of one tick share a request. */
  function purge(tags: Iterable<string>): void {
    const isIdle = waiting.size === 0
    for (const tag of tags) waiting.add(tag)
    if (!isIdle || waiting.size === 0) return
    const sending = Promise.resolve().then(async () => {
      const sent = waiting
      waiting = new Set()
      await send(sent)
      later(AGAIN_MS, () => send(sent))
    })
    running = Promise.all([running, sending]).then(() => {})
  }

  return {
    invalidate(tags) {
      const late = new Set([...tags].filter(isLate))
      if (late.size > 0) later(LATE_MAX_MS, () => send(late))
      purge([...tags].filter((tag) => !isLate(tag)))
    },
    clear: () => purge([ALL]),
    settled: () => running,
    close() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** A change that nobody requests is read, too: by a command, or by another process. */
const READ_EVERY_MS = SECOND_MS

/** A write resolves when the proxy has purged what it changed. */
export function withProxyPurge(feed: ChangeFeed, purge: ProxyPurge): ChangeFeed {
  const reading = setInterval(() => {
    if (feed.isBehind()) void feed.catchUp().catch(() => {})
  }, READ_EVERY_MS).unref()
  return {
    ...feed,
    async write(work) {
      const result = await feed.write(work)
      await purge.settled()
      return result
    },
    async close() {
      clearInterval(reading)
      purge.close()
      await feed.close()
    },
  }
}
