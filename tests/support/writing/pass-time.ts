import type { TestClock } from '#tests/support/test-app.ts'
import type { Network } from './device.ts'
import type { Tab } from './tab.ts'

/** Waits until no request is running and no code is waiting for one. */
export async function settle(network: Network): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet = network.running === 0 ? quiet + 1 : 0) await new Promise(setImmediate)
}

interface World {
  readonly clock: TestClock
  readonly network: Network
  readonly tabs: readonly (Tab | null)[]
}

/** Moves the clock, and runs the timers of the tabs in their order. */
export async function passTime({ clock, network, tabs }: World, ms: number): Promise<void> {
  const end = clock.now + ms
  for (;;) {
    await settle(network)
    const due = tabs.flatMap((tab) => (tab ? [...tab.timers].map((timer) => ({ tab, timer })) : []))
    const [next] = due.filter(({ timer }) => timer.at <= end).toSorted((a, b) => a.timer.at - b.timer.at)
    if (!next) break
    next.tab.timers.delete(next.timer)
    clock.now = Math.max(clock.now, next.timer.at)
    next.timer.work()
  }
  clock.now = end
}
