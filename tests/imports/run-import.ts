import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'

export interface ImportEnd {
  readonly exitCode: number | null
  readonly output: string
  readonly seconds: number
  /** Peak memory in MB: of the import, and of all picture workers together. */
  readonly memory: { readonly own: number; readonly workers: number }
}

export interface ImportTarget {
  readonly words: readonly string[]
  readonly settings: Readonly<Record<string, string>>
}

interface Stop {
  readonly signal: 'SIGINT' | 'SIGKILL'
  /** Stops once the blog has this many posts. */
  readonly atPosts: number
  readonly db: Database
}

const POLL_MS = 100

/** Runs `npm run blog -- import …` to its end, or until it is stopped. */
export async function runImport({ words, settings }: ImportTarget, stop?: Stop): Promise<ImportEnd> {
  const begun = performance.now()
  const { PATH, HOME, TMPDIR } = process.env
  const env = { PATH, HOME, TMPDIR, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...settings }
  const child = spawn(process.execPath, ['src/app/cli/main.ts', ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  const closed = once(child, 'close')
  const memory = await watch(child, stop)
  const [exitCode] = (await closed) as [number | null]
  return { exitCode, output, seconds: (performance.now() - begun) / 1000, memory }
}

async function watch(child: ChildProcess, stop: Stop | undefined): Promise<ImportEnd['memory']> {
  let peak = { own: 0, workers: 0 }
  let pending = stop
  while (child.exitCode === null && child.signalCode === null) {
    const now = memoryOf(child.pid ?? 0)
    if (now.own + now.workers > peak.own + peak.workers) peak = now
    if (pending && (await countPosts(pending.db)) >= pending.atPosts) {
      child.kill(pending.signal)
      pending = undefined
    }
    await sleep(POLL_MS)
  }
  return peak
}

const MB = 1024

/** Measured only on Linux. */
function memoryOf(pid: number): ImportEnd['memory'] {
  try {
    const workers = childrenOf(pid).reduce((sum, each) => sum + sizeOf(each), 0)
    return { own: sizeOf(pid) / MB, workers: workers / MB }
  } catch {
    return { own: 0, workers: 0 }
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Proportional set size: memory that processes share counts once in their sum. */
const sizeOf = (pid: number): number => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)

async function countPosts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
