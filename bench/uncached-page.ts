import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type BuiltBlog, openBuiltBlog, ORIGIN, type Statement, statementsOf } from './built-blog.ts'
import { describeRounds } from './rounds.ts'

const ROUNDS = 3
const REQUESTS = 300

/**
 * A post page that nobody has asked for yet: the processor's time of the whole blog (calls of the API, parsing, page,
 * headers, validator, bytes) over that of React alone with the same tree, and the same statements on the bare database.
 */
export async function benchUncachedPage({ dataDir, path }: { dataDir: string; path: string }): Promise<string[]> {
  const blog = await openBuiltBlog(dataDir)
  const database = new DatabaseSync(`${dataDir}/kindred.sqlite`)
  try {
    const ours = () => blog.makeAnswer(path)
    const statements = await statementsOf(dataDir, path)
    const plain = await plainReact(blog, new URL(path, ORIGIN), queriesOf(database, statements))
    await cpuMs(ours)
    await cpuMs(plain)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await cpuMs(ours), floor: await cpuMs(plain) })
    return describeRounds(`post page uncached, CPU ms (${statements.length} statements)`, rounds)
  } finally {
    database.close()
    await blog.close()
  }
}

/** The statements alone, prepared once, as a program would that does nothing else. */
function queriesOf(database: DatabaseSync, statements: readonly Statement[]): () => void {
  const prepared = statements.map(({ sql, parameters }) => ({ statement: database.prepare(sql), parameters }))
  return () => {
    for (const { statement, parameters } of prepared) statement.all(...(parameters as SQLInputValue[]))
  }
}

async function plainReact({ loadScreen, renderScreen }: BuiltBlog, url: URL, query: () => void): Promise<() => void> {
  const { site, page } = await loadScreen(url)
  if (!('module' in page)) throw new Error(`${url.pathname} leads elsewhere.`)
  return () => {
    query()
    renderScreen(page, site, { url, reference: undefined })
  }
}

/** Milliseconds of processor time for one run, collecting garbage included. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < REQUESTS; count += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / REQUESTS
}
