import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { createRandom } from '#tests/crash/random.ts'
import { type BlogDescription, compareBlogs, describeBlog } from './describe-blog.ts'
import { type ImportEnd, runImport } from './run-import.ts'

/** Fraction of the posts. A later stop could find the import finished. */
const LAST_STOP = 0.9

export interface KillsOptions {
  /** Written by makeBigExport(). */
  readonly folder: string
  readonly posts: number
  /** Number of stops, alternating between SIGINT and SIGKILL. */
  readonly stops: number
  readonly seed: number
  /** @returns the URL of an empty database. Not needed on SQLite. */
  readonly createDatabase?: () => Promise<string>
  readonly print: (line: string) => void
}

interface Figures {
  readonly whole: ImportEnd
  readonly stopped: readonly ImportEnd[]
  readonly leftOver: number
  readonly problems: readonly string[]
}

/** Imports the same export twice, once without and once with stops, and compares the blogs. */
export async function importWithKills(options: KillsOptions): Promise<Figures> {
  const { stops, posts, seed, print } = options
  const problems: string[] = []
  const wholeRuns: ImportEnd[] = []
  const expected = await withBlog(options, async (run) => {
    const whole = await run()
    wholeRuns.push(whole)
    print(describeEnd('at one go', whole))
    if (whole.exitCode !== 0) problems.push(`the import ended with ${whole.exitCode}:\n${whole.output.slice(-2000)}`)
    const again = await run()
    print(describeEnd('again', again))
    // The comparison below shows whether it changed anything.
    if (again.exitCode !== 0) problems.push(`a second run ended with ${again.exitCode}:\n${again.output.slice(-2000)}`)
  })
  const random = createRandom(seed)
  const points = Array.from({ length: stops }, () => 1 + random.below(Math.floor(posts * LAST_STOP))).toSorted((a, b) => a - b)
  const stopped: ImportEnd[] = []
  const actual = await withBlog(options, async (run) => {
    for (const [index, atPosts] of points.entries()) {
      const signal = index % 2 === 0 ? 'SIGKILL' : 'SIGINT'
      const end = await run({ signal, atPosts })
      stopped.push(end)
      print(describeEnd(`${signal} after ${atPosts} posts`, end))
      if (signal === 'SIGINT' && end.exitCode !== 130) problems.push(`an import that was stopped ended with ${end.exitCode}`)
    }
    const last = await run()
    stopped.push(last)
    print(describeEnd('to its end', last))
    if (last.exitCode !== 0) problems.push(`the last run ended with ${last.exitCode}:\n${last.output.slice(-2000)}`)
  })
  const [whole] = wholeRuns
  if (!whole) throw new Error('No import ran.')
  return { whole, stopped, leftOver: actual.leftOver, problems: [...problems, ...compareBlogs(expected, actual)] }
}

type RunImport = (stop?: { readonly signal: 'SIGINT' | 'SIGKILL'; readonly atPosts: number }) => Promise<ImportEnd>

async function withBlog({ folder, createDatabase }: KillsOptions, work: (run: RunImport) => Promise<void>): Promise<BlogDescription> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-import-'))
  const settings = { DATA_DIR: dataDir, ...(createDatabase ? { DATABASE_URL: await createDatabase() } : {}) }
  const account = ['--email', 'a@example.org', '--username', 'writer', '--password', 'a long password']
  await runImport({ words: ['user', 'create', '--admin', ...account], settings })
  const db = await openDatabase(settings.DATABASE_URL ?? `sqlite:${join(dataDir, 'kindred.sqlite')}`)
  const words = ['import', join(folder, 'export.xml'), '--pictures', join(folder, 'uploads'), '--no-pictures']
  try {
    await work((stop) => runImport({ words, settings }, stop && { ...stop, db: db as Database }))
    return await describeBlog(db, dataDir)
  } finally {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const describeEnd = (name: string, { seconds, memoryMb, exitCode, output }: ImportEnd): string => {
  const lines = output.match(/^\d+ of \d+ posts/gm)?.length ?? 0
  return `  ${name}: ${seconds.toFixed(0)} s, exit code ${exitCode ?? 'none'}, ${memoryMb} MB, ${lines} lines of progress`
}
