import { availableParallelism } from 'node:os'
import { startBlog } from './blog.ts'
import { measure } from './load.ts'
import { describeRounds } from './rounds.ts'

const ROUNDS = 3
const SECONDS = 3
const CONNECTIONS = 32

/** Two workers against one: kept pages, and pages that each request makes anew (a search that nobody has made before). */
export async function benchWorkers(dataDir: string, path: string): Promise<string[][]> {
  const rounds: { ours: number; floor: number }[] = []
  const one = await startBlog(dataDir, { WORKERS: '1' })
  const two = await startBlog(dataDir, { WORKERS: '2' })
  try {
    const ask = async (base: string) => {
      const options = { seconds: SECONDS, connections: CONNECTIONS }
      return (await measure(base + path, options)).requestsPerSecond
    }
    await ask(one.base)
    await ask(two.base)
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ask(two.base), floor: await ask(one.base) })
  } finally {
    await Promise.all([one.stop(), two.stop()])
  }
  return [describeRounds(`two workers ÷ one on ${availableParallelism()} cores, the load generator on the same, requests/s`, rounds)]
}
