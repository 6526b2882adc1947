import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CATEGORIES, describeScores, runLighthouse } from './lighthouse.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { measure, median } from './load.ts'
import { writeManyPosts } from './many-posts.ts'
import { weighPage } from './page-weight.ts'
import { benchPictures } from './pictures.ts'
import { print, printTable } from './print.ts'
import { timeSignIn } from './sign-in-timing.ts'
import { residentMegabytes, startScript } from './processes.ts'

/**
 * npm run bench: the built server against a bare node:http server that sends the same
 * bytes with the same headers, in turn, in the same run. Only the ratios travel between machines.
 */
const POSTS = 1000
const ROUNDS = 3
const SECONDS = 3

const script = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Lighthouse on its mobile profile: accessibility, best practices and SEO are to be 100, performance at least 95. */
async function printLighthouse(pages: Readonly<Record<string, string>>): Promise<void> {
  const figures = await runLighthouse(Object.values(pages))
  const rows = Object.keys(pages).map((name, index) => [
    name,
    ...CATEGORIES.map((category) => describeScores(figures[index]?.runs ?? [], category)),
  ])
  print()
  printTable(['Lighthouse, mobile, median of 3 (min–max)', 'performance', 'accessibility', 'best practices', 'SEO'], rows)
  for (const finding of new Set(figures.flatMap(({ findings }) => findings))) print(`not passed: ${finding}`)
}

async function compare(name: string, url: string): Promise<string[]> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  const raw = await readRaw(url)
  const headers = Object.fromEntries(
    [...answer.headers].filter(([header]) => !['date', 'connection', 'keep-alive', 'transfer-encoding'].includes(header)),
  )
  const input = JSON.stringify({ body: raw.toString('base64'), headers: { ...headers, 'content-length': String(raw.byteLength) } })
  const floor = await startScript(script('./floor-server.ts'), { input, ready: /^\d+$/ })
  try {
    await measure(url, { seconds: 1 })
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const ours = await measure(url, { seconds: SECONDS })
      const bare = await measure(`http://127.0.0.1:${floor.line}/`, { seconds: SECONDS })
      rounds.push({ ours, bare, ratio: ours.requestsPerSecond / bare.requestsPerSecond })
    }
    const ratios = rounds.map(({ ratio }) => ratio)
    return [
      name,
      median(rounds.map(({ ours }) => ours.requestsPerSecond)).toFixed(0),
      median(rounds.map(({ ours }) => ours.p50Ms)).toFixed(1),
      median(rounds.map(({ ours }) => ours.p99Ms)).toFixed(1),
      median(rounds.map(({ bare }) => bare.requestsPerSecond)).toFixed(0),
      `${median(ratios).toFixed(3)} (${Math.min(...ratios).toFixed(3)}–${Math.max(...ratios).toFixed(3)})`,
    ]
  } finally {
    await floor.stop()
  }
}

/** The answer's bytes as they cross the wire, still compressed. */
async function readRaw(url: string): Promise<Buffer> {
  const { get } = await import('node:http')
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  get(url, { headers: { 'accept-encoding': 'br' } }, (response) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => resolve(Buffer.concat(chunks)))
  }).on('error', reject)
  return promise
}

const dataDir = await mkdtemp(join(tmpdir(), 'kindred-bench-'))
try {
  print(
    `${availableParallelism()} cores, Node ${process.version}, ${POSTS} posts, ${ROUNDS} rounds of ${SECONDS} s; the load generator runs on the same cores.`,
  )
  await writeManyPosts(`sqlite:${join(dataDir, 'kindred.sqlite')}`, POSTS)
  const startedAt = performance.now()
  const env = { PORT: String(await findFreePort()), HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: 'warn', DATABASE_URL: '' }
  const blog = await startScript(script('../src/server/main.mjs'), { env, ready: /is ready/ })
  const base = /http:\S+/.exec(blog.line)?.[0] ?? ''
  await (await fetch(`${base}/`)).text()
  const firstPageMs = performance.now() - startedAt
  try {
    const idleMegabytes = await residentMegabytes(blog.child.pid)
    const postUrl = `${base}/post/a-day-of-many-number-7`
    const rows = [
      await compare('home page', `${base}/`),
      await compare('post page', postUrl),
      await compare('search page', `${base}/search?searchTerm=kettle+night`),
      await compare('9-post list (JSON)', `${base}/api/post/getposts`),
    ]
    print()
    printTable(['what', 'requests/s', 'p50 ms', 'p99 ms', 'bare requests/s', 'ratio (min–max)'], rows)
    const weight = await weighPage(postUrl)
    const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
    print()
    print(`post page, brotli: HTML ${kilobytes(weight.html)}, JS ${kilobytes(weight.js)}, CSS ${kilobytes(weight.css)}`)
    const signIn = await timeSignIn()
    print(
      `sign-in, medians of ${signIn.rounds}: unknown email ${signIn.unknownMs.toFixed(2)} ms, wrong password ${signIn.wrongMs.toFixed(2)} ms, difference ${(signIn.difference * 100).toFixed(1)} %`,
    )
    await printLighthouse({ home: `${base}/`, post: postUrl, search: `${base}/search` })
    print()
    print(`start to first page: ${firstPageMs.toFixed(0)} ms`)
    print(
      `memory: ${idleMegabytes?.toFixed(0) ?? '?'} MB after the first page, ${(await residentMegabytes(blog.child.pid))?.toFixed(0) ?? '?'} MB after the load`,
    )
  } finally {
    await blog.stop()
  }
  await benchPictures(print)
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
