import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBlog } from './blog.ts'
import { addressOfNumber } from './load.ts'
import { benchFile } from './processes.ts'
import type { FloorInput } from './react-server.ts'

interface Kind {
  readonly paths: readonly string[]
}

export type RecordedRuns = Omit<FloorInput, 'pagesOf'>

/** Records the SQL statements that the built blog runs for each path. */
export async function recordStatements(dataDir: string, kinds: readonly Kind[]): Promise<RecordedRuns[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kindred-statements-'))
  const file = join(folder, 'statements')
  const preload = { NODE_OPTIONS: `--import=${benchFile('./statement-recorder.mjs')}`, BENCH_STATEMENTS: file }
  const blog = await startBlog(dataDir, preload)
  try {
    const inputs: RecordedRuns[] = []
    for (const kind of kinds) inputs.push({ database: join(dataDir, 'kindred.sqlite'), ...(await recordKind(blog.url, kind, file)) })
    return inputs
  } finally {
    await blog.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function recordKind(base: string, { paths }: Kind, file: string): Promise<Omit<RecordedRuns, 'database'>> {
  const statements = new Map<string, number>()
  const runs: Record<string, [number, unknown[]][]> = {}
  for (const [number, path] of paths.entries()) {
    await writeFile(file, '')
    const headers = { 'accept-encoding': 'identity', 'x-forwarded-for': addressOfNumber(number) }
    const response = await fetch(base + path, { headers })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path}: ${response.status}`)
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '')
    runs[path] = lines.map((line) => runOf(line, statements))
  }
  return { statements: [...statements.keys()], runs }
}

function runOf(line: string, statements: Map<string, number>): [number, unknown[]] {
  const [sql, values] = JSON.parse(line) as [string, unknown[]]
  const number = statements.get(sql) ?? statements.size
  statements.set(sql, number)
  return [number, values]
}
