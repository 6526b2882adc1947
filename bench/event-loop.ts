import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#tests/support/free-port.ts'
import { createCookies, sqliteUrl } from './accounts.ts'
import { startBlog } from './blog.ts'
import type { BenchContext } from './context.ts'
import { addressOfNumber } from './load.ts'
import { printTable } from './print.ts'

type Visit = (number: number) => Promise<unknown>

/**
 * Measures how long the event loop is blocked. Reads the blog's histogram from its metrics port, which
 * samples every 10 ms, so an idle process shows about 10 ms.
 */
export async function benchEventLoop({ dataDir, blog: { adminId }, effort }: BenchContext): Promise<void> {
  const [cookie = ''] = await createCookies(sqliteUrl(dataDir), [adminId])
  const metricsPort = await findFreePort()
  const blog = await startBlog(dataDir, { METRICS_PORT: String(metricsPort) })
  try {
    const loads = loadsOf(blog.url, cookie)
    const rows: string[][] = []
    for (const [name, visits] of Object.entries({ ...loads, 'all of these together': Object.values(loads).flat() })) {
      await readDelays(metricsPort)
      const responses = await visitFor(visits, effort.seconds)
      const { p50, p99, max } = await readDelays(metricsPort)
      rows.push([name, ...[p50, p99, max, responses].map((value) => value.toFixed(0))])
    }
    printTable(['event-loop delay under', 'p50 ms', 'p99 ms', 'longest ms', 'responses'], rows)
  } finally {
    await blog.stop()
  }
}

/** Visitors by name of their load. */
function loadsOf(base: string, cookie: string): Record<string, Visit[]> {
  const get = (path: string) => fetch(base + path).then((response) => response.arrayBuffer())
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then((response) => response.arrayBuffer())
  // The most expensive body known for the HTML cleaner: one element with very many attributes.
  const hostile = `<p>x</p><a ${Array.from({ length: 120_000 }, (_, number) => `a${number.toString(36)}`).join(' ')}>x</a>`
  const times = (count: number, visit: Visit) => Array.from({ length: count }, () => visit)
  return {
    'nothing at all': [],
    'a cached page, 16 readers': times(16, () => get('/')),
    'pages that are not cached, 8 readers': times(8, (number) => get(`/nowhere-${number}`)),
    'lists of 30 posts, not cached, 4 readers': times(4, (number) => get(`/api/post/getposts?limit=30&startIndex=${number % 900}`)),
    'sign-ins (argon2), 8 people': times(8, (number) =>
      post(
        '/api/auth/signin',
        { email: `nobody${number}@example.org`, password: 'wrong enough' },
        { 'x-forwarded-for': addressOfNumber(number) },
      ),
    ),
    'hostile bodies of 0.7 MB, 1 writer': times(1, (number) =>
      post('/api/post/create', { title: `Hostile ${number}`, content: hostile }, { cookie }),
    ),
  }
}

let visits = 0

/** Each visitor sends the next request after the previous response. @returns the number of responses */
async function visitFor(visitors: readonly Visit[], seconds: number): Promise<number> {
  const endsAt = performance.now() + seconds * 1000
  const before = visits
  const running = visitors.map(async (visit) => {
    while (performance.now() < endsAt) await visit((visits += 1))
  })
  await Promise.all([sleep(seconds * 1000), ...running])
  return visits - before
}

/** Delays since the last read, in ms. */
async function readDelays(port: number): Promise<{ p50: number; p99: number; max: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000
  return { p50: read('p50'), p99: read('p99'), max: read('max') }
}
