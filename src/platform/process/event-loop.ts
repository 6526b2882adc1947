import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from './logger.ts'

const RESOLUTION_MS = 20
const CHECK_MS = 500
/** Readers notice a single delay as long as this, so it is logged. */
const WARN_MS = 500
/** At most one log line in this time. */
const QUIET_MS = 60_000
/** From this mean delay on, new requests would only wait in a queue. */
const LATE_MS = 250

export interface EventLoopWatch {
  /** True while the event loop is far behind. */
  readonly isLate: () => boolean
  readonly stop: () => void
}

export function watchEventLoop(logger: Logger): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let isLate = false
  let warnedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    // The histogram holds the times between two samples, which are RESOLUTION_MS without any delay.
    const [meanMs, maxMs] = [delays.mean, delays.max].map((ns) => Math.max(0, Math.round(ns / 1e6 - RESOLUTION_MS)))
    delays.reset()
    isLate = (meanMs ?? 0) > LATE_MS
    if ((maxMs ?? 0) < WARN_MS || performance.now() - warnedAt < QUIET_MS) return
    warnedAt = performance.now()
    logger.warn({ maxMs, meanMs }, 'event loop delayed')
  }, CHECK_MS)
  timer.unref()
  return {
    isLate: () => isLate,
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
