import { fileURLToPath } from 'node:url'
import { openBuiltBlog, statementsOf } from './built-blog.ts'
import { measure } from './load.ts'
import { type Process, startScript } from './processes.ts'
import { describeLoads } from './rounds.ts'

const ROUNDS = 3
const SECONDS = 3
const PATH = '/api/post/getposts'

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The nine newest posts as JSON that nobody has asked for yet, against a bare server with the same statements and JSON.stringify. */
export async function benchUncachedList(dataDir: string): Promise<string[][]> {
  const blog = await openBuiltBlog(dataDir)
  const statements = await statementsOf(dataDir, PATH)
  const { raw } = await blog.makeAnswer(PATH)
  const headers = raw.headers.filter((_, at, all) => all[at - (at % 2)] !== 'Content-Length')
  await blog.close()

  const ours = await startScript(script('./uncached-server.ts'), { words: [dataDir], ready: /^\d+$/ })
  const input = JSON.stringify({ path: `${dataDir}/kindred.sqlite`, statements, headers })
  const floor = await startScript(script('./list-floor-server.ts'), { input, ready: /^\d+$/ })
  try {
    const ask = ({ line, child }: Process, seconds = SECONDS) =>
      measure(`http://127.0.0.1:${line}${PATH}`, { seconds, headers: { 'accept-encoding': 'identity' }, pid: child.pid })
    await ask(ours, 1)
    await ask(floor, 1)
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ask(ours), floor: await ask(floor) })
    return describeLoads(`9-post JSON uncached (${statements.length} statements)`, rounds)
  } finally {
    await Promise.all([ours.stop(), floor.stop()])
  }
}
