import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '#tests/crash/person.ts'
import { startBlogProcess } from '#tests/support/blog/blog-process.ts'
import { noise } from '#tests/support/media/pictures.ts'
import { openRaw, type RawConnection } from '#tests/support/blog/raw-http.ts'
import { sendMedia, uploadPicture } from '#tests/support/media/tus.ts'
import { startHammer } from './hammer.ts'
import { percentile } from './stranger-blog.ts'

const ADMIN = { email: 'admin@example.org', password: 'the admin of this test' }
const CONNECTIONS = 200
const NEW_PER_SECOND = 40
const SECONDS = 5
const [ATTACKER, SECOND_ATTACKER, READER] = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
const MAX_MS = 1000
/** More than the buffers of a connection hold. */
const LARGE_BYTES = 12 * 1024 * 1024

interface Target {
  readonly url: string
  readonly host: string
  readonly page: string
  readonly picture: string
  readonly large: string
}

/** Reads on a new connection. @returns how long the whole took, and until it began, in ms */
function read({ url }: Target, path: string): Promise<{ status: number; ms: number; firstMs: number }> {
  const startedAt = performance.now()
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; ms: number; firstMs: number }>()
  get(url + path, { localAddress: READER, agent: new Agent() }, (response) => {
    const firstMs = performance.now() - startedAt
    response.resume()
    response.once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt, firstMs }))
    response.once('error', reject)
  }).once('error', reject)
  return promise
}

async function readFor(target: Target, path: string): Promise<number[]> {
  const reading: Promise<{ status: number; ms: number }>[] = []
  for (const endsAt = performance.now() + SECONDS * 1000; performance.now() < endsAt; await sleep(100)) reading.push(read(target, path))
  return (await Promise.all(reading)).map(({ status, ms }) => (status === 200 ? ms : Number.POSITIVE_INFINITY))
}

/** What one address asks for, by kind. */
function requestsOf({ host, picture, page }: Target): Readonly<Record<string, readonly string[]>> {
  const line = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${more}\r\n`
  const many = (count: number, path: (number: number) => string) => Array.from({ length: count }, (_, number) => line(path(number)))
  return {
    'missing files': [line('/files/AAAAAAAAAAAAAAAA/x.jpg')],
    'a picture': [line(picture)],
    'pages with an invented session': [line('/', `Cookie: kindred-session=${'a'.repeat(43)}\r\n`)],
    calls: many(100, (number) => `/api/post/getposts?startIndex=${number}&limit=9`),
    searches: many(5000, (number) => `/search?searchTerm=w${number}`),
    'cached pages': [line(page)],
    'missing pages': [line('/nothing-here')],
  }
}

/** A reader has a cached page on a new connection while one address asks for anything as fast as it can. */
async function measureTurns(target: Target, print: (line: string) => void): Promise<boolean> {
  let isFine = true
  const port = Number(new URL(target.url).port)
  for (const [kind, requests] of Object.entries(requestsOf(target))) {
    await read(target, target.page)
    const hammer = await startHammer({ port, address: ATTACKER, requests, connections: CONNECTIONS, newPerSecond: NEW_PER_SECOND })
    await sleep(1000)
    const times = await readFor(target, target.page)
    const statuses = await hammer.stop()
    isFine = report(print, `cached page, p95, ms, while one address asks for ${kind} (${JSON.stringify(statuses)})`, times) && isFine
  }
  return isFine
}

/** A third address has a picture while two others do not read 256 files each. */
async function measureFiles(target: Target, print: (line: string) => void): Promise<boolean> {
  const request = `GET ${target.large} HTTP/1.1\r\nHost: ${target.host}\r\n\r\n`
  const connections: RawConnection[] = []
  for (const localAddress of [ATTACKER, SECOND_ATTACKER]) {
    for (let count = 0; count < 256; count += 1) connections.push(await openRaw(target.url, request, { isReading: false, localAddress }))
  }
  // Until the buffers of all connections are full.
  await sleep(5000)
  const small = report(print, 'picture, p95, ms, while two addresses do not read 512 files', await readFor(target, target.picture))
  const part = report(print, 'first byte of a large file, ms, likewise', [(await read(target, target.large)).firstMs])
  for (const connection of connections) connection.close()
  return small && part
}

function report(print: (line: string) => void, what: string, times: readonly number[]): boolean {
  const p95 = percentile(times, 0.95)
  print(`  ${p95 <= MAX_MS ? 'ok ' : 'NOT'} ${what}: ${Math.round(p95)} (at most ${MAX_MS})`)
  return p95 <= MAX_MS
}

/** @param databaseUrl undefined for SQLite */
export async function attackFromOneAddress(print: (line: string) => void, databaseUrl?: string): Promise<boolean> {
  const blog = await startBlogProcess({
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  })
  try {
    const admin = await signIn(blog, ADMIN)
    const image = await uploadPicture(admin, { kind: 'post', bytes: await noise(960, 720).jpeg({ quality: 90 }).toBuffer() })
    const words = Buffer.from('words of a long letter\n'.repeat(LARGE_BYTES / 23))
    const { url: large } = await sendMedia(admin, 'letter.txt', words)
    const content = `<p><a href="${large}">The letter</a></p>`
    const { slug } = await admin.call('POST', '/api/post/create', { title: 'A post to attack', content, image })
    const target = { url: blog.url, host: new URL(blog.url).host, page: `/post/${slug}`, picture: image, large }
    const isFair = await measureTurns(target, print)
    return (await measureFiles(target, print)) && isFair
  } finally {
    await blog.stop()
  }
}
