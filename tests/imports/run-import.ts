import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import { watchMemory } from '#tests/support/media/watch-memory.ts'

export interface ImportEnd {
  readonly exitCode: number | null
  readonly output: string
  readonly seconds: number
  /** Peak memory of the import and its workers together, in MB. */
  readonly memoryMb: number
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
  const readPeak = watchMemory(child.pid ?? 0)
  if (stop) await stopAt(child, stop)
  const [exitCode] = (await closed) as [number | null]
  return { exitCode, output, seconds: (performance.now() - begun) / 1000, memoryMb: readPeak().together }
}

async function stopAt(child: ChildProcess, { signal, atPosts, db }: Stop): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    if ((await countPosts(db)) >= atPosts) return void child.kill(signal)
    await sleep(POLL_MS)
  }
}

async function countPosts(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('posts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
