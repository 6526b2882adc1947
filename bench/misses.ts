import { wordOf } from './big-blog-texts.ts'
import { startBlog } from './blog.ts'
import type { BenchContext, Effort } from './context.ts'
import { cycleThrough, measureLoad } from './load.ts'
import { printTable } from './print.ts'
import { startFloor } from './processes.ts'
import { type RecordedRuns, recordStatements } from './record-statements.ts'
import { alternate, describeRounds, RATIO_HEADS } from './rounds.ts'

const IDENTITY = { 'accept-encoding': 'identity' }
const CONNECTIONS = 4
/** More rounds than other parts, as the measured times are short. */
const ROUNDS_FACTOR = 3
/** Number of most frequent words to combine: most posts contain any two of them. */
const COMMON_WORDS = 60

interface Misses {
  readonly name: string
  readonly bar: string
  readonly paths: readonly string[]
  readonly kind: 'page' | 'json'
}

/** Compares the CPU time of uncached responses with a bare server with React and the same SQL statements. */
export async function benchMisses(context: BenchContext): Promise<void> {
  const { dataDir, effort } = context
  const kinds = missesOf(context)
  const recorded = await recordStatements(dataDir, kinds)
  const blog = await startBlog(dataDir)
  try {
    const rows: string[][] = []
    for (const [index, misses] of kinds.entries()) rows.push(await compare({ blog, misses, effort, runs: recorded[index] }))
    printTable(RATIO_HEADS, rows)
  } finally {
    await blog.stop()
  }
}

/** Each kind has more paths than fit into the response cache. */
function missesOf({ blog: { slugs } }: BenchContext): Misses[] {
  const terms = slugs.map((_, number) => `${wordOf(number % COMMON_WORDS)}+${wordOf(Math.floor(number / COMMON_WORDS))}`)
  const lists = slugs.slice(0, -9).map((_, number) => `/api/post/getposts?startIndex=${number}`)
  return [
    { name: 'post page', bar: 'at most 2.5', paths: slugs.map((slug) => `/post/${slug}`), kind: 'page' },
    { name: 'search page', bar: 'at most 2.5', paths: terms.map((term) => `/search?searchTerm=${term}`), kind: 'page' },
    { name: 'list of nine posts (JSON)', bar: 'at most 3', paths: lists, kind: 'json' },
  ]
}

interface Comparison {
  readonly blog: { readonly url: string; readonly pid: number }
  readonly misses: Misses
  readonly effort: Effort
  readonly runs: RecordedRuns | undefined
}

async function compare({ blog, misses: { name, bar, paths, kind }, effort, runs }: Comparison): Promise<string[]> {
  const floor = await startFloor('./react-server.ts', { ...runs, pagesOf: kind === 'page' ? blog.url : null })
  try {
    await requireSameSize(blog.url, floor.url, paths[0] ?? '/')
    const load = { headers: IDENTITY, connections: CONNECTIONS }
    // Each continues with the next path, so that no path repeats before all others.
    const [ourPaths, floorPaths] = [continued(paths), continued(paths)]
    const ours = (amount: number) => measureLoad(blog.url, { ...load, request: ourPaths, amount, pid: blog.pid })
    const bare = (amount: number) => measureLoad(floor.url, { ...load, request: floorPaths, amount, pid: floor.pid })
    await ours(effort.warmUp)
    await bare(effort.warmUp)
    const rounds = await alternate(
      effort.rounds * ROUNDS_FACTOR,
      () => ours(effort.requests),
      () => bare(effort.requests),
    )
    await requireMiss(blog.url + (ourPaths(0).path ?? ''))
    const figures = rounds.map((round) => ({ ours: round.ours.cpuMs, floor: round.floor.cpuMs }))
    return describeRounds({ name: `${name}, not cached, CPU ms`, bar }, figures)
  } finally {
    await floor.stop()
  }
}

function continued(paths: readonly string[]): ReturnType<typeof cycleThrough> {
  const next = cycleThrough(paths)
  let sent = 0
  return () => next((sent += 1))
}

/** The comparison is fair only if both responses have about the same size. */
async function requireSameSize(blog: string, floor: string, path: string): Promise<void> {
  const sizeOf = async (base: string) => (await (await fetch(base + path, { headers: IDENTITY })).arrayBuffer()).byteLength
  const [ours, bare] = [await sizeOf(blog), await sizeOf(floor)]
  if (bare < ours * 0.8 || bare > ours * 1.2) throw new Error(`${path}: the blog sends ${ours} bytes, the floor ${bare}.`)
}

async function requireMiss(url: string): Promise<void> {
  const status = (await fetch(url, { headers: IDENTITY })).headers.get('cache-status') ?? ''
  if (/\bhit\b/.test(status)) throw new Error(`${url} was cached: there are too few different paths.`)
}
