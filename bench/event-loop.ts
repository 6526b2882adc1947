import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { v7 as newId } from 'uuid'
import { createAccount } from '#server/features/users/create-account.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { writeManyPosts } from './many-posts.ts'
import { startScript } from './processes.ts'

/**
 * How long the one thread that serves everybody is held up, by what is going on. The server's own histogram is read over
 * its metrics port; it looks every 10 ms, so some 10 ms is what an idle process shows.
 */
const POSTS = 1000
const SECONDS = 4
const ADMIN = { email: 'bench@example.org', password: 'a long password for the bench' }

type Print = (line?: string) => void
type Visit = (number: number) => Promise<unknown>

export async function benchEventLoop(print: Print): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kindred-event-loop-'))
  const metricsPort = await findFreePort()
  await fillBlog(`sqlite:${join(dataDir, 'kindred.sqlite')}`)
  const env = {
    PORT: String(await findFreePort()),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    DATABASE_URL: '',
    METRICS_PORT: String(metricsPort),
    TRUST_PROXY: '1',
  }
  const blog = await startScript(fileURLToPath(new URL('../src/server/process/main.mjs', import.meta.url)), { env, ready: /is ready/ })
  try {
    const base = /http:\S+/.exec(blog.line)?.[0] ?? ''
    const loads = await loadsOf(base)
    print()
    print('| event-loop delay under | p50 ms | p99 ms | longest ms | answered |')
    print('| --- | --- | --- | --- | --- |')
    for (const [name, visits] of Object.entries({ ...loads, 'all of these together': Object.values(loads).flat() })) {
      await readDelays(metricsPort)
      const answered = await visitFor(visits)
      const { p50, p99, max } = await readDelays(metricsPort)
      print(`| ${name} | ${p50.toFixed(0)} | ${p99.toFixed(0)} | ${max.toFixed(0)} | ${answered} |`)
    }
  } finally {
    await blog.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fillBlog(databaseUrl: string): Promise<void> {
  await writeManyPosts(databaseUrl, POSTS)
  const db = await openDatabase(databaseUrl)
  await createAccount(db, { username: 'bencher', ...ADMIN, isAdmin: true }, { now: Date.now, newId })
  await db.destroy()
}

async function loadsOf(base: string): Promise<Record<string, Visit[]>> {
  const get = (path: string) => fetch(base + path).then((response) => response.arrayBuffer())
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
  const signedIn = await post('/api/auth/signin', ADMIN)
  if (!signedIn.ok) throw new Error(`The bench could not sign in: ${signedIn.status}`)
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  // The worst that was found for the sanitiser: an element with very many attributes.
  const hostile = `<p>x</p><a ${Array.from({ length: 120_000 }, (_, number) => `a${number.toString(36)}`).join(' ')}>x</a>`
  const addressOf = (number: number) => `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`
  const times = (count: number, visit: Visit) => Array.from({ length: count }, () => visit)
  return {
    'nothing at all': [],
    'a kept page, 16 readers': times(16, () => get('/')),
    'pages made anew, 8 readers': times(8, (number) => get(`/nowhere-${number}`)),
    'lists of 100 posts made anew, 4 readers': times(4, (number) => get(`/api/post/getposts?limit=100&startIndex=${number % 900}`)),
    'sign-ins (argon2), 8 people': times(8, async (number) =>
      (
        await post(
          '/api/auth/signin',
          { email: `nobody${number}@example.org`, password: 'wrong enough' },
          { 'x-forwarded-for': addressOf(number) },
        )
      ).arrayBuffer(),
    ),
    'hostile bodies of 0.7 MB, 1 writer': times(1, async (number) =>
      (await post('/api/post/create', { title: `Hostile ${number}`, content: hostile }, { cookie })).arrayBuffer(),
    ),
  }
}

let visited = 0

/** Each visitor comes again as soon as they were answered. @returns how often */
async function visitFor(visits: readonly Visit[]): Promise<number> {
  const endsAt = performance.now() + SECONDS * 1000
  const before = visited
  const visitors = visits.map(async (visit) => {
    while (performance.now() < endsAt) await visit((visited += 1))
  })
  await Promise.all([sleep(SECONDS * 1000), ...visitors])
  return visited - before
}

/** Since it was read last, in ms. */
async function readDelays(port: number): Promise<{ p50: number; p99: number; max: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)`, 'm').exec(text)?.[1]) * 1000
  return { p50: read('p50'), p99: read('p99'), max: read('max') }
}
