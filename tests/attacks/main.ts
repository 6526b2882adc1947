/**
 * `npm run test:all -- attacks`: all attacks of strangers at once from 20 connections, while a family reads, signs in, uploads a
 * photo and gets links by mail; then one address that asks for anything as fast as it can, and two that do not read.
 * Prints how long each took, and fails where that is longer than it may take.
 *
 *     npm run test:all -- attacks [--seconds 60] [--only sqlite|postgres] [--attack strangers|one-address]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { createDatabase } from '#tests/crash/create-database.ts'
import { type Person, signIn } from '#tests/crash/person.ts'
import { UNKNOWN_PREFIX } from '#tests/support/mail/faulty-mail-server.ts'
import { photograph } from '#tests/support/media/pictures.ts'
import { startPostgres } from '#tests/support/database/postgres-server.ts'
import { tusClient } from '#tests/support/media/tus.ts'
import { startFlood } from './flood.ts'
import { attackFromOneAddress } from './one-address.ts'
import { MOTHER, percentile, readCached, recover, startStrangerBlog, type StrangerBlog, untilDone } from './stranger-blog.ts'

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string', default: '' }, attack: { type: 'string', default: '' } },
})
const SECONDS = Number(values.seconds)
const FLOODS = 16
const STRANGERS = 4

const MAX = { cachedP95: 300, signIn: 10_000, photo: 10_000, mail: 10_000, memoryMb: 200, cachedAfter: 100 }

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Requests in turn, each from one of a few addresses. */
function hostileRequest({ host }: StrangerBlog, number: number): string {
  const end = ` HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.${number % 3}\r\n\r\n`
  const lines = [
    `HEAD /api/post/getposts?limit=${100 - (number % 13)}&startIndex=${number % 11}`,
    `GET /a${'/'.repeat(15_000)}`,
    `GET /api/post/getposts?limit=${100 - (number % 13)}&startIndex=${number % 11}`,
    `GET /search?searchTerm=long+words&startIndex=${number % 100}&shown=100`,
    `GET /api/post/getposts?limit=9&startIndex=${number % 100}`,
    `GET /api/post/getposts?searchTerm=w${number}`,
  ]
  return (lines[number % lines.length] ?? '') + end
}

/** Uploads over and over, signs in, and makes the blog mail strangers. Refusals are what the attacker gets. */
async function annoy(
  blog: StrangerBlog,
  stranger: Person,
  { name, isEnded, picture }: { name: string; isEnded: () => boolean; picture: Buffer },
) {
  const tus = tusClient(stranger)
  const send = (call: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${name.at(-1)}` }
    return fetch(`${blog.url}/api/auth/${call}`, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {})
  }
  for (let number = 0; !isEnded(); number += 1) {
    const password = 'a password of a stranger'
    const email = number % 2 === 0 ? `victim+${name}${number}@x.example` : `${UNKNOWN_PREFIX}${name}${number}@x.example`
    await send('signup', { username: `${name}x${number}`, email, password })
    await send('code', { email })
    await tus.send({ kind: 'profile', bytes: picture }).catch(() => {})
    const { url } = await tus.create({ kind: 'profile', size: 1_000_000 }).catch(() => ({ url: '' }))
    if (url !== '') await Promise.all(Array.from({ length: 5 }, () => tus.patch(url, 0, new Uint8Array(500_000)).catch(() => {})))
    await send('signin', { email: `${name}@x.example`, password: MOTHER.password })
  }
}

interface Figures {
  readonly cached: number[]
  readonly signIn: number[]
  readonly photo: number[]
  readonly mail: number[]
  memoryMb: number
}

/** What the family does meanwhile. */
async function live(blog: StrangerBlog, figures: Figures, isEnded: () => boolean): Promise<void> {
  const repeat = async (pauseMs: number, work: () => Promise<void>) => {
    while (!isEnded()) {
      await work()
      await sleep(pauseMs)
    }
  }
  const photo = await photograph(1600, 1200)
  const tus = tusClient(blog.mother)
  /** As a browser does: a refused upload is sent again, an accepted one is waited for. */
  const upload = () => {
    let accepted = ''
    return untilDone(async () => {
      if (accepted === '') {
        const { url, status } = await tus.send({ kind: 'post', bytes: photo })
        if (status !== 201) return false
        accepted = url
      }
      return 'url' in (await tus.result(accepted)).body
    })
  }
  await Promise.all([
    repeat(20, async () => {
      figures.cached.push(await readCached(blog))
      figures.memoryMb = Math.max(figures.memoryMb, blog.memoryMb())
    }),
    repeat(
      2000,
      async () =>
        void figures.signIn.push(
          await untilDone(async () =>
            signIn(blog, MOTHER).then(
              () => true,
              () => false,
            ),
          ),
        ),
    ),
    repeat(5000, async () => void figures.photo.push(await upload())),
    // Five mails an hour go to one address.
    repeat((SECONDS * 1000) / 4, async () => void figures.mail.push(await recover(blog, MOTHER.email))),
  ])
}

/** What a blog does in an hour: memory is compared with that of a blog in use, not of one that has just started. */
async function use(blog: StrangerBlog): Promise<void> {
  for (let number = 0; number < 100; number += 1) {
    await (await fetch(`${blog.url}/api/post/getposts?startIndex=${number}`)).text()
    await (await fetch(`${blog.url}/search?searchTerm=post+${number}`)).text()
    await readCached(blog)
  }
  const tus = tusClient(blog.mother)
  const { url } = await tus.send({ kind: 'post', bytes: await photograph(1600, 1200) })
  await tus.result(url)
}

async function attack(name: string, databaseUrl?: string): Promise<boolean> {
  const blog = await startStrangerBlog(databaseUrl)
  try {
    const picture = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: 'green' } })
      .avif({ effort: 0 })
      .toBuffer()
    const strangers = await Promise.all(Array.from({ length: STRANGERS }, (_, index) => blog.reader(`stranger${index}`)))
    await use(blog)
    const before = blog.memoryMb()
    const endsAt = performance.now() + SECONDS * 1000
    const isEnded = () => performance.now() > endsAt
    const figures: Figures = { cached: [], signIn: [], photo: [], mail: [], memoryMb: 0 }
    const flood = startFlood(blog.url, FLOODS, (number) => hostileRequest(blog, number))
    const annoying = strangers.map((stranger, index) => annoy(blog, stranger, { name: `stranger${index}`, isEnded, picture }))
    await live(blog, figures, isEnded)
    await Promise.all([flood.stop(), ...annoying])
    await sleep(10_000)
    const after: number[] = []
    for (let count = 0; count < 20; count += 1) after.push(await readCached(blog))
    print(`\n${name}: responses ${JSON.stringify(Object.fromEntries(flood.statuses))}, ${flood.withoutRetryAfter()} without Retry-After`)
    // What arrives: a mail that is tried again is one mail.
    const toVictim = blog.mails.accepted.filter(({ to }) => to.startsWith('victim')).length
    const rows: readonly (readonly [string, number, number])[] = [
      ['cached page, p95, ms', percentile(figures.cached, 0.95), MAX.cachedP95],
      ['sign-in, longest, ms', Math.max(...figures.signIn), MAX.signIn],
      ['photo, longest, ms', Math.max(...figures.photo), MAX.photo],
      ['code by mail, longest, ms', Math.max(...figures.mail), MAX.mail],
      ['memory, MB more', figures.memoryMb - before, MAX.memoryMb],
      ['cached page ten seconds later, median, ms', percentile(after, 0.5), MAX.cachedAfter],
      ['mails to a victim', toVictim, 1],
      ['refusals without Retry-After', flood.withoutRetryAfter(), 0],
    ]
    for (const [what, figure, max] of rows) print(`  ${figure <= max ? 'ok ' : 'NOT'} ${what}: ${Math.round(figure)} (at most ${max})`)
    return rows.every(([, figure, max]) => figure <= max)
  } finally {
    await blog.stop()
  }
}

async function attackAll(name: string, newDatabase: () => Promise<string | undefined>): Promise<boolean> {
  const isFine = values.attack === 'one-address' || (await attack(name, await newDatabase()))
  if (values.attack === 'strangers') return isFine
  print(`\n${name}, one address`)
  return (await attackFromOneAddress(print, await newDatabase())) && isFine
}

let isFine = true
if (values.only !== 'postgres') isFine = await attackAll('SQLite', async () => undefined)
if (values.only !== 'sqlite') {
  const server = await startPostgres({ isDurable: true })
  try {
    isFine = (await attackAll('PostgreSQL', () => createDatabase(server.url))) && isFine
  } finally {
    await server.stop()
  }
}
process.exitCode = isFine ? 0 : 1
