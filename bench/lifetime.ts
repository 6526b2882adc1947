import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import { startBlog } from './blog.ts'
import { median } from './load.ts'
import { residentMegabytes } from './processes.ts'

const STARTS = 3
const REQUESTS = 100_000
/** Until the collector has had its rest. */
const REST_MS = 3000

/** From nothing to the first page, and what the process holds of memory then and after a day's worth of readers. */
export async function benchLifetime(dataDir: string, path: string): Promise<string[][]> {
  const startMs: number[] = []
  const idle: number[] = []
  const loaded: number[][] = []
  // The first start on new data also makes the day's backup.
  await (await startBlog(dataDir)).stop()
  for (let start = 0; start < STARTS; start += 1) {
    const startedAt = performance.now()
    const blog = await startBlog(dataDir)
    try {
      await (await fetch(`${blog.base}/`)).text()
      startMs.push(performance.now() - startedAt)
      const megabytes = async () => {
        await wait(REST_MS)
        return (await residentMegabytes(blog.child.pid)) ?? Number.NaN
      }
      idle.push(await megabytes())
      if (start > 0) continue
      for (let round = 0; round < 3; round += 1) {
        await load(blog.base, path)
        loaded.push([await megabytes()])
      }
    } finally {
      await blog.stop()
    }
  }
  return [
    ['start to first page, ms', describe(startMs)],
    ['memory after the first page, MB', describe(idle)],
    ...loaded.map((values, round) => [`memory after ${((round + 1) * REQUESTS).toLocaleString('en')} requests, MB`, describe(values)]),
  ]
}

/** What readers open: home, posts, lists as pages and as JSON. */
const load = (base: string, path: string) =>
  autocannon({
    url: base,
    connections: 16,
    amount: REQUESTS,
    headers: { 'accept-encoding': 'br' },
    requests: ['/', path, '/search', '/api/post/getposts', '/feed.xml'].map((each) => ({ path: each })),
  })

const describe = (values: readonly number[]) =>
  values.length === 1
    ? values.map((value) => value.toFixed(0)).join('')
    : `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)})`
