import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { type BuiltBlog, openBuiltBlog, ORIGIN, type Statement, statementsOf } from './built-blog.ts'
import { describeRounds, type Round } from './rounds.ts'

const ROUNDS = 3
const PAGES = 3000
/** Rounds until both have been compiled to what they stay. */
const WARM_UP = 5

/**
 * A post page that nobody has asked for yet: the processor's time of the whole blog (calls of the API, parsing, page,
 * headers, validator, bytes) over that of React alone with the same tree and the same statements on the bare database. The
 * first floor asks the database for all that the page shows; the second one leaves out what pages share, as the blog does
 * from its second page on.
 */
export async function benchUncachedPage({ dataDir, path }: { dataDir: string; path: string }): Promise<string[][]> {
  const blog = await openBuiltBlog(dataDir)
  const database = new DatabaseSync(`${dataDir}/kindred.sqlite`)
  try {
    const ours = () => blog.makeAnswer(path)
    const render = await plainReact(blog, new URL(path, ORIGIN))
    const rows = []
    for (const { name, statements } of await statementsOfPage(dataDir, path)) {
      const query = queriesOf(database, statements)
      const floor = () => {
        query()
        render()
      }
      const rounds = await takeRounds(ours, floor)
      rows.push(describeRounds(`post page uncached, CPU ms, over React and ${statements.length} statements, ${name}`, rounds))
    }
    return rows
  } finally {
    database.close()
    await blog.close()
  }
}

async function statementsOfPage(dataDir: string, path: string) {
  const first = await statementsOf(dataDir, path)
  return [
    { name: 'all it shows', statements: first },
    { name: 'those of a second page', statements: await statementsOf(dataDir, path, { isRunning: true }) },
  ]
}

async function takeRounds(ours: () => unknown, floor: () => unknown): Promise<Round[]> {
  const round = async () => ({ ours: await cpuMs(ours), floor: await cpuMs(floor) })
  for (let count = 0; count < WARM_UP; count += 1) await round()
  const rounds = []
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round())
  return rounds
}

/** The statements alone, prepared once, as a program would that does nothing else. */
function queriesOf(database: DatabaseSync, statements: readonly Statement[]): () => void {
  const prepared = statements.map(({ sql, parameters }) => ({ statement: database.prepare(sql), parameters }))
  return () => {
    for (const { statement, parameters } of prepared) statement.all(...(parameters as SQLInputValue[]))
  }
}

async function plainReact({ loadScreen, renderWhole }: BuiltBlog, url: URL): Promise<() => void> {
  const { site, page } = await loadScreen(url)
  if (!('module' in page)) throw new Error(`${url.pathname} leads elsewhere.`)
  return () => void renderWhole(page, site, url)
}

/** Milliseconds of processor time for one run, collecting garbage included. */
async function cpuMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let count = 0; count < PAGES; count += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / PAGES
}
