import { setTimeout as wait } from 'node:timers/promises'
import { startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { cycleThrough, measureLoad } from './load.ts'
import { printTable } from './print.ts'
import { residentMegabytes } from './processes.ts'
import { describeSpan } from './rounds.ts'

const LOADS = 3
/** Gives the garbage collector time to finish. */
const REST_MS = 3000

/** Measures the time from start to the first page, and the memory of the process then and after many requests. */
export async function benchLifetime({ dataDir, blog: { slugs }, effort }: BenchContext): Promise<void> {
  const startMs: number[] = []
  const first: number[] = []
  const rows: string[][] = []
  const restMs = Math.min(REST_MS, effort.seconds * 1000)
  // The first start compiles what later ones read from the compile cache.
  await (await startBlog(dataDir)).stop()
  for (let start = 0; start < effort.rounds; start += 1) {
    const startedAt = performance.now()
    const blog = await startBlog(dataDir)
    try {
      await (await fetch(blog.url)).text()
      startMs.push(performance.now() - startedAt)
      const megabytes = async () => {
        await wait(restMs)
        return (await residentMegabytes(blog.pid)) ?? Number.NaN
      }
      first.push(await megabytes())
      if (start > 0) continue
      for (let load = 1; load <= LOADS; load += 1) {
        const amount = effort.lifetimeRequests
        await measureLoad(blog.url, { request: cycleThrough(pathsOf(slugs)), amount })
        rows.push([`memory after ${(load * amount).toLocaleString('en')} requests, MB`, (await megabytes()).toFixed(0), 'no growth'])
      }
    } finally {
      await blog.stop()
    }
  }
  printTable(
    ['one process', 'median (min–max)', 'bar'],
    [
      ['start to first page, ms', describeSpan(startMs, 0), 'at most 500'],
      ['memory after the first page, MB', describeSpan(first, 0), 'at most 130'],
      ...rows,
    ],
  )
}

/** Paths that readers request: home, a post, the list as a page and as JSON, the feed. */
const pathsOf = (slugs: readonly string[]): string[] => ['/', `/post/${slugs.at(-1)}`, '/search', '/api/post/getposts', '/feed.xml']
