import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { openRaw } from '#tests/support/blog/raw-http.ts'

export interface Flood {
  /** Number of responses by status. */
  readonly statuses: ReadonlyMap<number, number>
  /** 429 and 503 without `Retry-After`. */
  readonly withoutRetryAfter: () => number
  readonly stop: () => Promise<void>
}

/** Sends requests over raw sockets, each connection its next one when the response to the former has begun. */
export function startFlood(url: string, connections: number, request: (number: number) => string): Flood {
  const statuses = new Map<number, number>()
  let [count, withoutRetryAfter, isEnded] = [0, 0, false]
  const read = (received: string) => {
    const head = received.split('\r\n\r\n')[0] ?? ''
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if ((status === 429 || status === 503) && !/^retry-after:/im.test(head)) withoutRetryAfter += 1
  }
  const attack = async () => {
    while (!isEnded) {
      const connection = await openRaw(url, request((count += 1)))
      await Promise.race([once(connection.socket, 'data').catch(() => {}), connection.closed, sleep(10_000, undefined, { ref: false })])
      if (connection.received() !== '') read(connection.received())
      // So that a blog that refuses at once is attacked as fast as one client can, and the test's own machine is not.
      else await sleep(50)
      connection.close()
      await sleep(5)
    }
  }
  const running = Array.from({ length: connections }, attack)
  return {
    statuses,
    withoutRetryAfter: () => withoutRetryAfter,
    async stop() {
      isEnded = true
      await Promise.all(running)
    },
  }
}
