import { get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { measure } from './load.ts'
import type { Process } from './processes.ts'
import { startScript } from './processes.ts'
import { describeLoads } from './rounds.ts'

const ROUNDS = 3
const SECONDS = 3

/** Of every answer of node:http itself. */
const NODES_OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Kept answers of the real server, and answers that nothing has changed, against a bare node:http server with the same bytes and headers. */
export async function benchCached(blog: Process, urls: Readonly<Record<string, string>>): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, url] of Object.entries(urls)) rows.push(...(await compare(blog, { name, url, headers: {} })))
  const [name = '', url = ''] = Object.entries(urls)[0] ?? []
  const etag = (await fetch(url, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? ''
  rows.push(...(await compare(blog, { name: `${name}, 304`, url, headers: { 'if-none-match': etag } })))
  return rows
}

interface Compared {
  readonly name: string
  readonly url: string
  readonly headers: Record<string, string>
}

async function compare(blog: Process, { name, url, headers }: Compared): Promise<string[][]> {
  const floor = await startScript(fileURLToPath(new URL('./floor-server.ts', import.meta.url)), {
    input: JSON.stringify(await readAnswer(url, headers)),
    ready: /^\d+$/,
  })
  try {
    const ours = () => measure(url, { seconds: SECONDS, headers, pid: blog.child.pid })
    const bare = () => measure(`http://127.0.0.1:${floor.line}/`, { seconds: SECONDS, headers, pid: floor.child.pid })
    await measure(url, { seconds: 1, headers })
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await ours(), floor: await bare() })
    return describeLoads(name, rounds)
  } finally {
    await floor.stop()
  }
}

/** The answer as it crosses the wire, still compressed. */
async function readAnswer(url: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: object; body: string }>()
  get(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const own = Object.entries(response.headers).filter(([header]) => !NODES_OWN.has(header))
      resolve({
        status: response.statusCode ?? 0,
        headers: Object.fromEntries(own),
        body: Buffer.concat(chunks).toString('base64'),
      })
    })
  }).on('error', reject)
  return promise
}
