import { withDatabase } from './accounts.ts'
import type { BigBlog } from './big-blog.ts'
import { startBlog } from './blog.ts'
import type { Effort } from './context.ts'
import { printTable } from './print.ts'
import { ReadTimer } from './read-timer.ts'
import { describeSpan, median } from './rounds.ts'
import { POST_BY_SLUG, type Read, READS } from './size-reads.ts'

const SAMPLES = 40
const SAMPLES_MIN = 5
/** Maximum sampling time of one read per round, per second of `effort.seconds`. */
const ROUND_MS_PER_SECOND = 700

export type Engine = 'sqlite' | 'postgres'

/** A generated blog and the settings to start a process for it. */
export interface SizedBlog {
  readonly engine: Engine
  readonly databaseUrl: string
  readonly dataDir: string
  readonly blog: BigBlog
  /** Cookie header of the admin. */
  readonly cookie: string
}

/** Maximum p50 in ms, by number of posts and kind of read. */
const BARS = { small: 20, large: 200, largeCommonSearchOnPostgres: 400 }
const LARGE = 100_000

/** Measures each read, alternating with 'post by slug'. */
export async function compareReads(sized: SizedBlog, effort: Effort): Promise<void> {
  const { engine, databaseUrl, dataDir, blog, cookie } = sized
  const server = await startBlog(dataDir, { DATABASE_URL: engine === 'postgres' ? databaseUrl : '' })
  try {
    await withDatabase(databaseUrl, async (db) => {
      const timer = new ReadTimer({ db, base: server.url, blog, cookie })
      const rows: string[][] = []
      for (const read of READS) rows.push(await compareRead(timer, read, { effort, bar: barOf(read, sized) }))
      printTable(['read', 'p50 ms', 'p99 ms', 'post by slug ms', 'ratio of p50 (min–max)', 'at most'], rows)
    })
  } finally {
    await server.stop()
  }
}

function barOf({ kind }: Read, { engine, blog }: SizedBlog): string {
  if (kind === 'admin') return ''
  if (blog.size.posts < LARGE) return `${BARS.small}`
  return `${kind === 'common search' && engine === 'postgres' ? BARS.largeCommonSearchOnPostgres : BARS.large}`
}

async function compareRead(timer: ReadTimer, read: Read, { effort, bar }: { effort: Effort; bar: string }): Promise<string[]> {
  const rounds: { ours: number[]; floor: number[] }[] = []
  await timer.time(read)
  for (let round = 0; round < effort.rounds; round += 1) {
    const times = { ours: [] as number[], floor: [] as number[] }
    const endsAt = performance.now() + effort.seconds * ROUND_MS_PER_SECOND
    for (let sample = 0; sample < SAMPLES && (sample < SAMPLES_MIN || performance.now() < endsAt); sample += 1) {
      times.floor.push(await timer.time(POST_BY_SLUG))
      times.ours.push(await timer.time(read))
    }
    rounds.push(times)
  }
  const all = rounds.flatMap(({ ours }) => ours).toSorted((a, b) => a - b)
  const p99 = all[Math.floor(all.length * 0.99)] ?? Number.NaN
  const slug = median(rounds.flatMap(({ floor }) => floor))
  const ratios = rounds.map(({ ours, floor }) => median(ours) / median(floor))
  return [read.name, ...[median(all), p99, slug].map((value) => value.toFixed(2)), describeSpan(ratios, 1), bar]
}
