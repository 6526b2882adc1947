import { get } from 'node:http'
import type { BenchContext } from './context.ts'
import type { FixedResponse } from './fixed-response-server.ts'
import { measureLoad } from './load.ts'
import { printTable } from './print.ts'
import { startFloor } from './processes.ts'
import { alternate, describeLoads, RATIO_HEADS } from './rounds.ts'
import { startBlog } from './blog.ts'

/** Headers that node:http adds to every response. */
const AUTOMATIC_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
const BAR = 'at least 0.85'

/** Compares cached responses with a bare node:http server that sends the same bytes and headers. */
export async function benchCached({ dataDir, blog: { slugs }, effort }: BenchContext): Promise<void> {
  const blog = await startBlog(dataDir)
  const paths = {
    'home page': '/',
    'post page': `/post/${slugs.at(-7)}`,
    'search page': '/search?searchTerm=kettle+corridor',
    'list of nine posts (JSON)': '/api/post/getposts',
  }
  try {
    const etag = (await fetch(blog.url, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? ''
    const requests = Object.entries(paths).map(([name, path]) => ({ name, path, headers: {} as Record<string, string> }))
    const rows: string[][] = []
    for (const { name, path, headers } of [...requests, { name: 'home page, 304', path: '/', headers: { 'if-none-match': etag } }]) {
      const floor = await startFloor('./fixed-response-server.ts', await readResponse(blog.url + path, headers))
      try {
        const load = { request: path, headers, seconds: effort.seconds }
        const ours = () => measureLoad(blog.url, { ...load, pid: blog.pid })
        const bare = () => measureLoad(floor.url, { ...load, pid: floor.pid })
        await alternate(1, ours, bare)
        rows.push(...describeLoads({ name, bar: BAR }, await alternate(effort.rounds, ours, bare)))
      } finally {
        await floor.stop()
      }
    }
    printTable(RATIO_HEADS, rows)
  } finally {
    await blog.stop()
  }
}

/** Reads a response without decompressing it. */
async function readResponse(url: string, headers: Record<string, string>): Promise<FixedResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<FixedResponse>()
  get(url, { headers: { 'accept-encoding': 'br', ...headers } }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => {
      const own = Object.entries(response.headers).filter(([header]) => !AUTOMATIC_HEADERS.has(header))
      const body = Buffer.concat(chunks).toString('base64')
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(own) as Record<string, string>, body })
    })
  }).on('error', reject)
  return promise
}
