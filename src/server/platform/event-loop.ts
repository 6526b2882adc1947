import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from './logger.ts'

const RESOLUTION_MS = 20
const LOOK_MS = 500
/** A single hold-up as long as this is told in the log; readers notice it. */
const WARN_MS = 500
/** At most one line in this time: a blog in trouble has enough to do. */
const QUIET_MS = 60_000
/** When everything waits this long on average, new work would only wait with it. */
const LATE_MS = 250

export interface EventLoopWatch {
  /** True while the process is far behind with its work. */
  readonly isLate: () => boolean
  readonly stop: () => void
}

/** Looks at how long the one thread that serves everybody is held up. */
export function watchEventLoop(logger: Logger): EventLoopWatch {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let isLate = false
  let warnedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    // The histogram counts from one look at the clock to the next, and these are RESOLUTION_MS apart when nothing is wrong.
    const [meanMs, maxMs] = [delays.mean, delays.max].map((ns) => Math.max(0, Math.round(ns / 1e6 - RESOLUTION_MS)))
    delays.reset()
    isLate = (meanMs ?? 0) > LATE_MS
    if ((maxMs ?? 0) < WARN_MS || performance.now() - warnedAt < QUIET_MS) return
    warnedAt = performance.now()
    logger.warn({ maxMs, meanMs }, 'the event loop was held up')
  }, LOOK_MS)
  timer.unref()
  return {
    isLate: () => isLate,
    stop() {
      clearInterval(timer)
      delays.disable()
    },
  }
}
