import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from './logger.ts'

const RESOLUTION_MS = 20
const CHECK_MS = 100
/** Readers notice a single delay as long as this, so it is logged. */
const WARN_MS = 500
/** At most one log line in this time. */
const QUIET_MS = 60_000

interface EventLoopWatch {
  readonly stop: () => void
}

/** @param onSample gets the longest delay of each tenth of a second: the mean hides that requests wait behind a long one */
export function watchEventLoop(logger: Logger, onSample: (delayMs: number) => void): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let warnedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    // The histogram holds the times between two samples, which are RESOLUTION_MS without any delay.
    const maxMs = Math.max(0, Math.round(delays.max / 1e6 - RESOLUTION_MS))
    delays.reset()
    onSample(maxMs)
    if (maxMs < WARN_MS || performance.now() - warnedAt < QUIET_MS) return
    warnedAt = performance.now()
    logger.warn({ maxMs }, 'event loop delayed')
  }, CHECK_MS)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
